// A timer for a moment that may be weeks away.

// Longer waits overflow a timer's 32 bits and would fire at once.
const WAIT_MS_MAX = 2 ** 31 - 1

export const createAlarm = (ring: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined

  const wait = (atMs: number) => {
    const remainingMs = atMs - Date.now()
    if (remainingMs > WAIT_MS_MAX) timer = setTimeout(wait, WAIT_MS_MAX, atMs)
    else timer = setTimeout(ring, Math.max(remainingMs, 0))
  }

  return {
    /** Rings at that moment; nothing is left to ring without one. */
    set: (atMs: number | undefined) => {
      clearTimeout(timer)
      if (atMs !== undefined) wait(atMs)
    },
  }
}
