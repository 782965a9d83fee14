// Waiting for background work in tests and benchmarks, with a time limit.
import { setTimeout as sleep } from 'node:timers/promises'

type WaitOptions = {
  readonly withinMs?: number
  readonly pauseMs?: number
  /** Ends the wait early. */
  readonly signal?: AbortSignal
}

/** Retries until nothing is thrown; throws the last error after the timeout. */
export const waitFor = async <T>(
  look: () => Promise<T>,
  { withinMs = 90_000, pauseMs = 50, signal }: WaitOptions = {},
): Promise<T> => {
  const until = Date.now() + withinMs
  for (;;) {
    try {
      return await look()
    } catch (error) {
      if (Date.now() > until || signal?.aborted) throw error
      await sleep(pauseMs)
    }
  }
}

/** Less than a test's timeout, and enough for any step on a busy machine. */
const LIMIT_MS = 90_000

/** Fails with the name of a step that hangs. */
export const within = async <T>(what: string, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const error = new Error(`${what} took longer than ${LIMIT_MS / 1_000} s`)
    timer = setTimeout(() => reject(error), LIMIT_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
