// Keeps calls to one company under its rate limits: they wait their turn in a queue that has an end.
import { ProviderError } from '../provider-error.ts'

export type Pace = {
  readonly perSecond: number
  readonly perMinute: number
  readonly concurrencyMax: number
  readonly queueMax: number
}

export type Clock = { now(): number; after(ms: number, run: () => void): void }

export type Pacer = {
  /** Runs the work when its turn comes, or refuses when too much waits already. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Nothing starts for so long: the other side has asked for a rest. */
  pause(ms: number): void
}

/** Ours, not QuickBooks': waiting longer would not help. */
export const QUEUE_FULL = 'queue_full'

// A little longer than what is counted over there, because calls do not arrive as evenly as they leave.
const SECOND_MS = 1_250
const MINUTE_MS = 60_500

const systemClock: Clock = { now: Date.now, after: (ms, run) => void setTimeout(run, ms) }

export const createPacer = (pace: Pace, clock: Clock = systemClock): Pacer => {
  const remembered = Math.max(pace.perSecond, pace.perMinute)
  const waiting: (() => void)[] = []
  let starts: number[] = []
  let running = 0
  let pausedUntil = 0
  let isTimerSet = false

  const waitMs = (now: number): number => {
    const untilFree = (count: number, windowMs: number) => {
      const blocking = starts.at(-count)
      return blocking === undefined ? 0 : blocking + windowMs - now
    }
    return Math.max(
      0,
      pausedUntil - now,
      untilFree(pace.perSecond, SECOND_MS),
      untilFree(pace.perMinute, MINUTE_MS),
    )
  }

  const drain = (): void => {
    while (waiting.length > 0 && running < pace.concurrencyMax) {
      const now = clock.now()
      const wait = waitMs(now)
      if (wait > 0) {
        if (isTimerSet) return
        isTimerSet = true
        clock.after(wait, () => {
          isTimerSet = false
          drain()
        })
        return
      }
      starts.push(now)
      // Older ones are in nobody's way; let go of now and then, not at every call.
      if (starts.length >= 2 * remembered) starts = starts.slice(-remembered)
      running += 1
      waiting.shift()?.()
    }
  }

  return {
    run: async (work) => {
      if (waiting.length >= pace.queueMax) {
        throw new ProviderError('quickbooks', 'rate_limited', 'too many calls wait already', {
          providerCode: QUEUE_FULL,
        })
      }
      await new Promise<void>((start) => {
        waiting.push(start)
        drain()
      })
      try {
        return await work()
      } finally {
        running -= 1
        drain()
      }
    },
    pause: (ms) => {
      pausedUntil = Math.max(pausedUntil, clock.now() + ms)
    },
  }
}
