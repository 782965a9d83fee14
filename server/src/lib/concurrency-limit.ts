// Lets only a few of something run at a time in this process. The others wait for their turn, but not for long.

type Limits = {
  readonly runningMax: number
  readonly waitingMax: number
  /** What those get for whom it would take too long. */
  busy(): Error
}

const PATIENCE_MS = 10_000

/** Each turn resolves to what ends it, which must be called once. */
export const createTurns = ({ runningMax, waitingMax, busy }: Limits) => {
  let running = 0
  const waiting = new Set<() => void>()

  const end = (): void => {
    const [next] = waiting
    if (next) next()
    else running -= 1
  }

  return async (): Promise<() => void> => {
    if (running < runningMax) {
      running += 1
      return end
    }
    if (waiting.size >= waitingMax) throw busy()
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        waiting.delete(start)
        resolve(end)
      }
      const giveUp = () => {
        waiting.delete(start)
        reject(busy())
      }
      const timer = setTimeout(giveUp, PATIENCE_MS)
      waiting.add(start)
    })
  }
}
