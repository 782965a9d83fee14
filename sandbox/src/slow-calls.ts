// Calls that take long: the work is done after the wait, even if the caller has hung up by then.
import { setTimeout as sleep } from 'node:timers/promises'

/** `match` is part of `METHOD /path?query` below the stand-in's own path; empty matches every call. */
export type Slowness = { readonly ms: number; readonly match: string }

export const SLOW_MS_MAX = 60_000
export const SLOW_MATCH_LENGTH_MAX = 300

class StartedOver extends Error {
  readonly statusCode = 409
}

export const createSlowCalls = (prefix: string, slowness: () => Slowness) => {
  let running = new AbortController()
  return {
    /** How long a call takes; 0 for one that is done at once. */
    msOf: ({ method, url }: { readonly method: string; readonly url: string }): number => {
      const { ms, match } = slowness()
      return `${method} ${url.slice(prefix.length)}`.includes(match) ? ms : 0
    },
    wait: async (ms: number): Promise<void> => {
      const { signal } = running
      await sleep(ms, undefined, { signal }).catch(() => {
        throw new StartedOver('The sandbox started over while this call was running.')
      })
    },
    /** Drops the calls that still run: what they would write no longer belongs to the books. */
    clear: (): void => {
      running.abort()
      running = new AbortController()
    },
  }
}
