// The log of the calls that each emulator received, so tests can count them and see which ran at the same time.
import type { FastifyInstance } from 'fastify'

export type Call = {
  /** The emulator's name, such as `quickbooks`. */
  readonly provider: string
  readonly method: string
  /** Below the emulator's path, with only those parameters that are never secret. */
  readonly path: string
  /** Whether a browser called, rather than the app's server. */
  readonly fromBrowser: boolean
  /** In milliseconds since 1970. */
  readonly startedAt: number
  /** Null while the call is running. */
  readonly endedAt: number | null
}

export type Calls = ReturnType<typeof createCalls>

/** Past this number, the older half is dropped. */
const CALLS_MAX = 20_000

export const createCalls = () => {
  let calls: { -readonly [Key in keyof Call]: Call[Key] }[] = []

  /** Returns what to run when the call has ended. */
  const begin = (call: Omit<Call, 'startedAt' | 'endedAt'>): (() => void) => {
    if (calls.length >= CALLS_MAX) calls = calls.slice(CALLS_MAX / 2)
    const begun = { ...call, startedAt: Date.now(), endedAt: null as number | null }
    calls.push(begun)
    return () => {
      begun.endedAt ??= Date.now()
    }
  }

  return {
    begin,
    /** Logs every call of a scope except those to the sandbox's own pages. */
    applyTo: (app: FastifyInstance, provider: string): void => {
      app.addHook('onRequest', async ({ method, url, headers, routeOptions }, reply) => {
        if (routeOptions.config.ownPage) return
        const path = withoutSecrets(url.slice(`/${provider}`.length))
        // Node's own `fetch` doesn't send this header.
        const fromBrowser = headers['sec-fetch-site'] !== undefined
        reply.raw.once('close', begin({ provider, method, path, fromBrowser }))
      })
    },
    /** Oldest first. */
    list: (since = 0): Call[] => calls.filter(({ startedAt }) => startedAt >= since),
    clear: (): void => {
      calls = []
    },
  }
}

const SHOWN_PARAMETERS = ['query', 'entities', 'changedSince', 'operation', 'include']

const withoutSecrets = (url: string): string => {
  const [path = '', query = ''] = url.split('?')
  const shown = [...new URLSearchParams(query)].filter(([name]) => SHOWN_PARAMETERS.includes(name))
  return shown.length > 0 ? `${path}?${shown.map((pair) => pair.join('=')).join('&')}` : path
}
