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

export const createFaults = (): Faults => {
  const faults: Fault[] = []

  const take: Faults['take'] = (provider, call, modes = FAULT_MODES) => {
    const index = faults.findIndex(
      (fault) =>
        fault.provider === provider && modes.includes(fault.mode) && call.includes(fault.match),
    )
    const fault = faults[index]
    if (!fault) return undefined
    fault.times -= 1
    if (fault.times <= 0) faults.splice(index, 1)
    return fault.mode
  }

  return {
    add: (fault) => void faults.push({ ...fault }),
    clear: () => void faults.splice(0),
    list: () => faults.map((fault) => ({ ...fault })),
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
