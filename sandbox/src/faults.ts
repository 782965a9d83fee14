// Faults on demand: the next calls that match fail in the way real services do.
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ProviderName } from './emulator.ts'

export const FAULT_MODES = [
  'error',
  'timeout',
  'timeout-after',
  'cut',
  'throttle',
  'expire-token',
] as const
export type FaultMode = (typeof FAULT_MODES)[number]

export type Fault = {
  readonly provider: ProviderName
  /** Part of `METHOD /path?query` below the stand-in's own path; empty matches every call. */
  readonly match: string
  readonly mode: FaultMode
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
  take(provider: ProviderName, call: string, modes?: readonly FaultMode[]): FaultMode | undefined
  /** Applies faults to every call of a scope; `body` words an error in the provider's own shape. */
  applyTo(
    app: FastifyInstance,
    provider: ProviderName,
    prefix: string,
    body: (mode: 'error' | 'throttle' | 'expire-token') => FaultAnswer,
  ): void
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
    return fault.mode
  }

  return {
    add: (fault) => void faults.push({ ...fault, strikes: chanceOf(fault) }),
    clear: () => void faults.splice(0),
    list: () => faults.map(({ strikes: _strikes, ...fault }) => fault),
    take,
    applyTo: (app, provider, prefix, body) => {
      app.addHook('onRequest', async (request, reply) => {
        if (request.routeOptions.config.ownPage) return
        const mode = take(provider, `${request.method} ${request.url.slice(prefix.length)}`)
        if (!mode) return
        if (mode === 'timeout') return hold(reply)
        if (mode === 'timeout-after' || mode === 'cut') return loseAnswer(reply.raw, mode)
        const answer = body(mode)
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
 * The call runs and its work is kept, but nothing of the answer reaches the caller. Done at the
 * response itself, because a stand-in may answer past Fastify.
 */
const loseAnswer = (response: ServerResponse, mode: 'timeout-after' | 'cut'): void => {
  const lose = () => {
    if (mode === 'cut') response.socket?.destroy()
  }
  const swallow = {
    writeHead: () => response,
    flushHeaders: () => {},
    write: () => true,
    end: () => {
      lose()
      return response
    },
  }
  Object.assign(response, swallow)
}
