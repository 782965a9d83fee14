// Faults on demand: the next calls that match fail in the way real services do.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ProviderName } from './emulator.ts'

export const FAULT_MODES = [
  'error',
  'timeout',
  'timeout-after',
  'cut',
  'garble',
  'throttle',
  'expire-token',
] as const
export type FaultMode = (typeof FAULT_MODES)[number]

/** An error worded in a provider's own shape; `status` is the one wanted of an `error`. */
export type WordFault = (
  mode: 'error' | 'throttle' | 'expire-token',
  status?: number,
) => FaultAnswer

export type Fault = {
  readonly provider: ProviderName
  /** Part of `METHOD /path?query` below the stand-in's own path; empty matches every call. */
  readonly match: string
  readonly mode: FaultMode
  /** Of the answer to an `error`; the provider's usual one when absent. */
  readonly status?: number
  /** How many calls it still strikes. */
  times: number
  /** Strikes only so many of a hundred calls that fit; the same ones again with the same seed. */
  readonly percent?: number
  readonly seed?: number
}

export type Faults = {
  add(fault: Fault): void
  clear(): void
  list(): readonly Fault[]
  /** Uses up one strike of the first fault that fits; `modes` limits which kinds are looked for. */
  take(provider: ProviderName, call: string, modes?: readonly FaultMode[]): Fault | undefined
  /** Applies faults to every call of a scope. */
  applyTo(app: FastifyInstance, provider: ProviderName, prefix: string, word: WordFault): void
}

export type FaultAnswer = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type Waiting = Fault & { readonly strikes: () => boolean }

export const createFaults = (): Faults => {
  const faults: Waiting[] = []

  const take: Faults['take'] = (provider, call, modes = FAULT_MODES) => {
    const index = faults.findIndex(
      (fault) =>
        fault.provider === provider &&
        modes.includes(fault.mode) &&
        call.includes(fault.match) &&
        fault.strikes(),
    )
    const fault = faults[index]
    if (!fault) return undefined
    fault.times -= 1
    if (fault.times <= 0) faults.splice(index, 1)
    return fault
  }

  return {
    add: (fault) => void faults.push({ ...fault, strikes: chanceOf(fault) }),
    clear: () => void faults.splice(0),
    list: () => faults.map(({ strikes: _strikes, ...fault }) => fault),
    take,
    applyTo: (app, provider, prefix, word) => {
      app.addHook('onRequest', async (request, reply) => {
        if (request.routeOptions.config.ownPage) return
        const fault = take(provider, `${request.method} ${request.url.slice(prefix.length)}`)
        if (!fault) return
        const { mode, status } = fault
        if (mode === 'timeout') return hold(reply)
        if (mode === 'timeout-after' || mode === 'cut') return loseAnswer(reply.raw, mode)
        if (mode === 'garble') return garbleAnswer(reply.raw)
        const answer = word(mode, status)
        return reply
          .code(answer.status)
          .headers(answer.headers ?? {})
          .send(answer.body)
      })
    },
  }
}

const HUNDRED_PERCENT = 2 ** 32

/** A generator of its own for each fault (mulberry32), so that a seed brings the same faults again. */
const chanceOf = ({ percent = 100, seed = 1 }: Fault): (() => boolean) => {
  let state = seed
  return () => {
    if (percent >= 100) return true
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / HUNDRED_PERCENT < percent / 100
  }
}

/** Never answers; the connection ends when the caller gives up. */
const hold = (reply: FastifyReply): Promise<never> => {
  reply.hijack()
  return new Promise(() => {})
}

/**
 * The call runs and its work is kept, but its caller gets nothing, or something else. Done at the
 * response itself, because a stand-in may answer past Fastify.
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

const loseAnswer = (response: ServerResponse, mode: 'timeout-after' | 'cut'): void =>
  replaceAnswer(response, () => {
    if (mode === 'cut') response.socket?.destroy()
  })

const GARBLED = '{"status":null}'

const garbleAnswer = (response: ServerResponse): void =>
  replaceAnswer(response, (headers) => {
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    const kept = Object.entries(headers).filter(([name]) => !name.startsWith('content-'))
    response
      .writeHead(200, { ...Object.fromEntries(kept), 'content-type': 'application/json' })
      .end(GARBLED)
  })
