// Keeps calls to one company under its limits. Calls wait in this process, payments first; whether the next may start
// is counted for all processes together.
import { ProviderError } from '../provider-error.ts'

const PRIORITIES = ['money', 'staff', 'visitors'] as const
export type Priority = (typeof PRIORITIES)[number]

type Rule = {
  /** A call starts only while less than this share of the company's bucket is filled. */
  readonly share: number
  /** And only while fewer than this are running in this process. QuickBooks serves ten at the same time. */
  readonly runningMax: number
  readonly queueMax: number
  readonly patienceMs: number
}

/**
 * Visitors are unknown people, so a crowd of them must leave room for staff and payments, and staff for payments. Each queue is about as long as what its share serves while a person is willing to wait.
 */
export const RULES: Readonly<Record<Priority, Rule>> = {
  money: { share: 1, runningMax: 10, queueMax: 120, patienceMs: 15_000 },
  staff: { share: 0.8, runningMax: 8, queueMax: 100, patienceMs: 15_000 },
  visitors: { share: 0.4, runningMax: 6, queueMax: 35, patienceMs: 10_000 },
}

/** The count that all processes share. Each step is one short statement. */
export type PaceStore = {
  /** Counts a call and answers 0, or counts none and answers how many ms to wait at least. */
  take(realmId: string, share: number): Promise<number>
  /** No process starts a call for so long. */
  pause(realmId: string, ms: number): Promise<void>
}

export type Clock = {
  now(): number
  /** Returns how to call it off. */
  after(ms: number, run: () => void): () => void
}

const systemClock: Clock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Ours, not QuickBooks': trying again at once would not help. */
export const BUSY = 'busy'

type Waiting = {
  readonly realmId: string
  readonly until: number
  start(): void
  refuse(error: ProviderError): void
}

export type Pacer = ReturnType<typeof createPacer>

export const createPacer = (store: PaceStore, clock: Clock = systemClock) => {
  const queues: Record<Priority, Waiting[]> = { money: [], staff: [], visitors: [] }
  let running = 0
  let isAsking = false
  /** Set while the first in line, of this priority, waits to ask again. */
  let rest: { readonly priority: Priority; readonly cancel: () => void } | undefined

  const firstPriority = () => PRIORITIES.find((priority) => queues[priority].length > 0)

  const refuse = (priority: Priority, call: Waiting, error: ProviderError): void => {
    queues[priority] = queues[priority].filter((other) => other !== call)
    call.refuse(error)
  }

  /** What the first in line must wait for, all behind it must too; who would lose patience learns it now. */
  const refuseLate = (priority: Priority, waitMs: number): void => {
    const readyAt = clock.now() + waitMs
    for (const behind of PRIORITIES.slice(PRIORITIES.indexOf(priority))) {
      for (const call of queues[behind]) {
        if (call.until < readyAt) refuse(behind, call, busy('QuickBooks is called too often'))
      }
    }
  }

  /** Someone more urgent may have come since the place was asked for: they get it. */
  const startFirst = (): void => {
    const priority = firstPriority()
    if (priority) queues[priority].shift()?.start()
  }

  const wake = (): void => {
    rest?.cancel()
    rest = undefined
    void advance()
  }

  /** Only the first in line asks, one question at a time, however many wait. */
  const advance = async (): Promise<void> => {
    if (isAsking || rest) return
    isAsking = true
    for (let priority = firstPriority(); priority && !rest; priority = firstPriority()) {
      const [first] = queues[priority]
      const { share, runningMax } = RULES[priority]
      if (!first || running >= runningMax) break
      try {
        const waitMs = await store.take(first.realmId, share)
        if (waitMs <= 0) startFirst()
        else {
          refuseLate(priority, waitMs)
          if (firstPriority() === priority) rest = { priority, cancel: clock.after(waitMs, wake) }
        }
      } catch (error) {
        // Uncounted, it could be one too many; and without the database there is no token to send with it either.
        refuse(priority, first, unavailable(error))
      }
    }
    isAsking = false
  }

  const turnOf = (priority: Priority, realmId: string): Promise<void> => {
    const { queueMax, patienceMs } = RULES[priority]
    if (queues[priority].length >= queueMax) {
      return Promise.reject(busy('too many calls wait already'))
    }
    return new Promise((resolve, reject) => {
      const giveUp = clock.after(patienceMs, () =>
        refuse(priority, call, busy('its turn did not come in time')),
      )
      const call: Waiting = {
        realmId,
        until: clock.now() + patienceMs,
        start: () => {
          giveUp()
          running += 1
          resolve()
        },
        refuse: (error) => {
          giveUp()
          reject(error)
        },
      }
      queues[priority].push(call)
      if (rest && isBefore(priority, rest.priority)) wake()
      else void advance()
    })
  }

  return {
    /** Runs the work when its turn comes, or refuses when that would take too long. */
    run: async <T>(priority: Priority, realmId: string, work: () => Promise<T>): Promise<T> => {
      await turnOf(priority, realmId)
      try {
        return await work()
      } finally {
        running -= 1
        void advance()
      }
    },
    pause: (realmId: string, ms: number): Promise<void> => store.pause(realmId, ms),
  }
}

const isBefore = (one: Priority, other: Priority): boolean =>
  PRIORITIES.indexOf(one) < PRIORITIES.indexOf(other)

const busy = (message: string): ProviderError =>
  new ProviderError('quickbooks', 'rate_limited', message, { providerCode: BUSY })

const unavailable = (cause: unknown): ProviderError =>
  new ProviderError('quickbooks', 'unavailable', 'calls could not be counted', { cause })
