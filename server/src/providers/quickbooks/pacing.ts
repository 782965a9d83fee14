// Keeps calls under QuickBooks' rate limits. Calls queue in this process, payments first; the count is shared between
// processes.
import { ProviderError } from '../provider-error.ts'

const PRIORITIES = ['money', 'staff', 'visitors', 'background'] as const
export type Priority = (typeof PRIORITIES)[number]

type Rule = {
  /** A call starts only while less than this share of the company's bucket is full. */
  readonly share: number
  /** And only while fewer than this are running in this process. QuickBooks allows ten at a time. */
  readonly runningMax: number
  readonly queueMax: number
  readonly patienceMs: number
}

/**
 * Each priority leaves room for those before it. A queue is about as long as its share
 * can serve while a person is willing to wait.
 */
export const RULES: Readonly<Record<Priority, Rule>> = {
  money: { share: 1, runningMax: 10, queueMax: 120, patienceMs: 15_000 },
  staff: { share: 0.8, runningMax: 8, queueMax: 100, patienceMs: 15_000 },
  visitors: { share: 0.4, runningMax: 6, queueMax: 35, patienceMs: 10_000 },
  background: { share: 0.3, runningMax: 4, queueMax: 20, patienceMs: 60_000 },
}

/** The count shared between processes. */
export type PaceStore = {
  /** Counts a call and returns 0, or returns the minimum wait in ms. */
  take(realmId: string, share: number): Promise<number>
  /** No process starts a call for this long, and none for a payment for `moneyMs`. */
  pause(realmId: string, pause: Pause): Promise<void>
}
export type Pause = { readonly ms: number; readonly moneyMs: number }

/** Our own refusal, not QuickBooks': an immediate retry wouldn't help. */
export const BUSY = 'busy'

type Waiting = {
  readonly realmId: string
  readonly until: number
  start(): void
  refuse(error: ProviderError): void
}

export type Pacer = ReturnType<typeof createPacer>

export const createPacer = (store: PaceStore) => {
  const queues: Record<Priority, Waiting[]> = {
    money: [],
    staff: [],
    visitors: [],
    background: [],
  }
  let running = 0
  let isAsking = false
  /** Set while the first call in line, of this priority, waits to ask again. */
  let rest: { readonly priority: Priority; readonly timer: NodeJS.Timeout } | undefined

  const firstPriority = () => PRIORITIES.find((priority) => queues[priority].length > 0)

  const refuse = (priority: Priority, call: Waiting, error: ProviderError): void => {
    queues[priority] = queues[priority].filter((other) => other !== call)
    call.refuse(error)
  }

  /** Everything behind the first call waits at least as long, so calls that would time out fail now. */
  const refuseLate = (priority: Priority, waitMs: number): void => {
    const readyAt = performance.now() + waitMs
    for (const behind of PRIORITIES.slice(PRIORITIES.indexOf(priority))) {
      for (const call of queues[behind]) {
        if (call.until < readyAt) refuse(behind, call, busy('too many calls to QuickBooks', waitMs))
      }
    }
  }

  /** If a more urgent call has arrived since we asked for the slot, it gets the slot. */
  const startFirst = (): void => {
    const priority = firstPriority()
    if (priority) queues[priority].shift()?.start()
  }

  const wake = (): void => {
    clearTimeout(rest?.timer)
    rest = undefined
    void advance()
  }

  /** Only the first call in line asks for a slot, one at a time. */
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
          if (firstPriority() === priority) rest = { priority, timer: setTimeout(wake, waitMs) }
        }
      } catch (error) {
        // Without the database we can't count, and there is no token to send either.
        refuse(priority, first, unavailable(error))
      }
    }
    isAsking = false
  }

  const turnOf = (priority: Priority, realmId: string): Promise<void> => {
    const { queueMax, patienceMs } = RULES[priority]
    if (queues[priority].length >= queueMax) {
      return Promise.reject(busy('the queue is full'))
    }
    return new Promise((resolve, reject) => {
      const giveUp = () => refuse(priority, call, busy('the call waited too long'))
      const timer = setTimeout(giveUp, patienceMs)
      const call: Waiting = {
        realmId,
        until: performance.now() + patienceMs,
        start: () => {
          clearTimeout(timer)
          running += 1
          resolve()
        },
        refuse: (error) => {
          clearTimeout(timer)
          reject(error)
        },
      }
      queues[priority].push(call)
      if (rest && isBefore(priority, rest.priority)) wake()
      else void advance()
    })
  }

  return {
    /** Runs the work when its turn comes, or fails if that would take too long. */
    run: async <T>(priority: Priority, realmId: string, work: () => Promise<T>): Promise<T> => {
      await turnOf(priority, realmId)
      try {
        return await work()
      } finally {
        running -= 1
        void advance()
      }
    },
    pause: store.pause,
  }
}

const isBefore = (one: Priority, other: Priority): boolean =>
  PRIORITIES.indexOf(one) < PRIORITIES.indexOf(other)

const busy = (message: string, retryAfterMs?: number): ProviderError =>
  new ProviderError('quickbooks', 'rate_limited', message, { providerCode: BUSY, retryAfterMs })

const unavailable = (cause: unknown): ProviderError =>
  new ProviderError('quickbooks', 'unavailable', "calls can't be counted", { cause })
