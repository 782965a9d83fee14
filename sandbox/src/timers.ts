// Delayed work that a reset or a close can cancel.

export const createTimers = (max = Number.POSITIVE_INFINITY) => {
  const timers = new Set<NodeJS.Timeout>()
  return {
    /** Past `max` pending timers, new work is dropped. */
    after: (ms: number, work: () => void): void => {
      if (timers.size >= max) return
      const timer = setTimeout(() => {
        timers.delete(timer)
        work()
      }, ms)
      timer.unref()
      timers.add(timer)
    },
    clear: (): void => {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
