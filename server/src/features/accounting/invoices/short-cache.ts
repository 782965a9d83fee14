// A list that is costly to fetch, kept for a moment. Callers that come while it loads share the one load.

export type ShortCache<T> = {
  get(): Promise<T>
  /** What comes next is fetched anew, and a load that is under way is not kept. */
  clear(): void
}

export const createShortCache = <T>(
  load: () => Promise<T>,
  keepMs: number,
  now: () => number = Date.now,
): ShortCache<T> => {
  let kept: { value: Promise<T>; until: number } | undefined
  return {
    get: () => {
      if (kept && kept.until > now()) return kept.value
      const value = load()
      const entry = { value, until: now() + keepMs }
      kept = entry
      // A failure is forgotten, so that the next caller tries again.
      value.catch(() => {
        if (kept === entry) kept = undefined
      })
      return value
    },
    clear: () => {
      kept = undefined
    },
  }
}
