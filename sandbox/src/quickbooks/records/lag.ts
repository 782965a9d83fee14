// What queries see while they lag behind writes: each list as it was some seconds ago.

type Change = {
  readonly list: string
  readonly key: string
  /** The entry before the change; undefined if it was new. */
  readonly before: unknown
  readonly atMs: number
}

export const createLag = (lagSeconds: () => number) => {
  let changes: Change[] = []
  return {
    /** Call it before each change. */
    note: (list: string, key: string, before: unknown): void => {
      if (lagSeconds() > 0) changes.push({ list, key, before, atMs: Date.now() })
    },
    /** Undoes the changes that queries don't see yet. Undefined if there are none. */
    undo: <T>(list: string, current: () => T[], keyOf: (entry: T) => string): T[] | undefined => {
      const sinceMs = Date.now() - lagSeconds() * 1000
      changes = changes.filter(({ atMs }) => atMs > sinceMs)
      const unseen = changes.filter((change) => change.list === list)
      if (unseen.length === 0) return undefined
      const entries = new Map(current().map((entry) => [keyOf(entry), entry]))
      for (const { key, before } of unseen.reverse())
        if (before === undefined) entries.delete(key)
        else entries.set(key, before as T)
      return [...entries.values()]
    },
    clear: (): void => {
      changes = []
    },
  }
}
