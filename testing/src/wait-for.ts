// Waiting for something that happens in the background, in tests and benchmarks.
import { setTimeout as sleep } from 'node:timers/promises'

type WaitOptions = {
  readonly withinMs?: number
  readonly pauseMs?: number
  /** Ends the wait early, when what is waited for can no longer happen. */
  readonly signal?: AbortSignal
}

/** Tries until nothing is thrown; throws the last error when that takes too long. */
export const waitFor = async <T>(
  look: () => Promise<T>,
  { withinMs = 30_000, pauseMs = 50, signal }: WaitOptions = {},
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
