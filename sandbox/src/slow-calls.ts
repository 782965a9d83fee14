// Slow writes: the work happens after the delay, even if the caller has hung up by then. The fault `slow` delays only answers.
import { setTimeout as sleep } from 'node:timers/promises'

/** `match` is part of `METHOD /path?query` below the emulator's path; empty matches every call. */
export type Slowness = { readonly ms: number; readonly match: string }

export const SLOW_MS_MAX = 60_000

class ResetError extends Error {
  readonly statusCode = 409
}

export const createSlowCalls = (prefix: string, slowness: () => Slowness) => {
  let running = new AbortController()
  return {
    /** 0 for a call that isn't slowed down. */
    delayOf: ({ method, url }: { readonly method: string; readonly url: string }): number => {
      const { ms, match } = slowness()
      return `${method} ${url.slice(prefix.length)}`.includes(match) ? ms : 0
    },
    wait: async (ms: number): Promise<void> => {
      const { signal } = running
      await sleep(ms, undefined, { signal }).catch(() => {
        throw new ResetError('The sandbox was reset while this call was running.')
      })
    },
    /** Cancels running calls, because a reset has removed the data they would change. */
    clear: (): void => {
      running.abort()
      running = new AbortController()
    },
  }
}
