// Faults on demand: matching calls fail the way real services do.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Each mode with its description for people. */
export const FAULT_MODES = {
  error: 'answers with an error',
  timeout: 'does nothing and never answers',
  'timeout-after': 'does the work, but never answers',
  cut: 'does the work, then drops the connection',
  garble: 'does the work, then answers with meaningless JSON',
  throttle: 'answers that there were too many calls',
  'expire-token': 'answers that the token has expired',
}
export type FaultMode = keyof typeof FAULT_MODES

/** Writes an error in the provider's format. */
export type WriteFault = (
  mode: 'error' | 'throttle' | 'expire-token',
  status?: number,
) => FaultAnswer

export type Fault = {
  /** The emulator's name, such as `quickbooks`. */
  readonly provider: string
  /** Part of `METHOD /path?query` below the emulator's path; empty matches every call. */
  readonly match: string
  readonly mode: FaultMode
  /** The status of an `error`; without one, the provider's usual status. */
  readonly status?: number
  /** How many more calls it hits. */
  times: number
  /** Hits only this share of matching calls; the same seed hits the same calls. */
  readonly percent?: number
  readonly seed?: number
}

export type FaultAnswer = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Faults = ReturnType<typeof createFaults>

export const createFaults = () => {
  const faults: (Fault & { readonly hits: () => boolean })[] = []

  /** Uses up one hit of the first fault that matches the call. */
  const take = (provider: string, call: string): Fault | undefined => {
    const index = faults.findIndex(
      (fault) => fault.provider === provider && call.includes(fault.match) && fault.hits(),
    )
    const fault = faults[index]
    if (!fault) return undefined
    fault.times -= 1
    if (fault.times <= 0) faults.splice(index, 1)
    return fault
  }

  return {
    add: (fault: Fault) => void faults.push({ ...fault, hits: randomHits(fault) }),
    clear: () => void faults.splice(0),
    list: (): Fault[] => faults.map(({ hits: _hits, ...fault }) => fault),
    take,
    /** Applies faults to every call of a scope except the sandbox's own pages. */
    applyTo: (app: FastifyInstance, provider: string, write: WriteFault): void => {
      app.addHook('onRequest', async (request, reply) => {
        if (request.routeOptions.config.ownPage) return
        const path = request.url.slice(`/${provider}`.length)
        const fault = take(provider, `${request.method} ${path}`)
        if (!fault) return
        const { mode, status } = fault
        if (mode === 'timeout') return neverAnswer(reply)
        if (mode === 'timeout-after' || mode === 'cut') return dropAnswer(reply.raw, mode)
        if (mode === 'garble') return garbleAnswer(reply.raw)
        const answer = write(mode, status)
        return reply
          .code(answer.status)
          .headers(answer.headers ?? {})
          .send(answer.body)
      })
    },
  }
}

const HUNDRED_PERCENT = 2 ** 32

/** Each fault has its own random generator (mulberry32), so a seed repeats the same hits. */
const randomHits = ({ percent = 100, seed = 1 }: Fault): (() => boolean) => {
  let state = seed
  return () => {
    if (percent >= 100) return true
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / HUNDRED_PERCENT < percent / 100
  }
}

const neverAnswer = (reply: FastifyReply): Promise<never> => {
  reply.hijack()
  return new Promise(() => {})
}

/**
 * The call does its work, but the caller gets nothing or something else. It replaces the methods of
 * the raw response, because the Google emulator answers without Fastify.
 */
const replaceAnswer = (
  response: ServerResponse,
  end: (headers: OutgoingHttpHeaders) => void,
): void => {
  let headers: OutgoingHttpHeaders = {}
  const swallow = {
    writeHead: (_status: number, given: OutgoingHttpHeaders = {}) => {
      headers = given
      return response
    },
    flushHeaders: () => {},
    write: () => true,
    end: () => {
      for (const name of Object.keys(swallow)) Reflect.deleteProperty(response, name)
      end({ ...response.getHeaders(), ...headers })
      return response
    },
  }
  Object.assign(response, swallow)
}

const dropAnswer = (response: ServerResponse, mode: 'timeout-after' | 'cut'): void =>
  replaceAnswer(response, () => {
    if (mode === 'cut') response.socket?.destroy()
  })

const GARBLED = '{"status":null}'

const garbleAnswer = (response: ServerResponse): void =>
  replaceAnswer(response, (headers) => {
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    const otherHeaders = Object.entries(headers).filter(([name]) => !name.startsWith('content-'))
    response
      .writeHead(200, { ...Object.fromEntries(otherHeaders), 'content-type': 'application/json' })
      .end(GARBLED)
  })
