// A timer that supports delays longer than setTimeout allows.

// Longer delays overflow setTimeout's 32 bits and fire immediately.
const WAIT_MS_MAX = 2 ** 31 - 1

export const createAlarm = (ring: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined

  const wait = (atMs: number) => {
    const remainingMs = atMs - Date.now()
    if (remainingMs > WAIT_MS_MAX) timer = setTimeout(wait, WAIT_MS_MAX, atMs)
    else timer = setTimeout(ring, Math.max(remainingMs, 0))
  }

  return {
    /** Replaces the alarm; undefined clears it. */
    set: (atMs: number | undefined) => {
      clearTimeout(timer)
      if (atMs !== undefined) wait(atMs)
    },
  }
}
