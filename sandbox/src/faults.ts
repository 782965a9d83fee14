// Faults on demand: the next calls that match fail in the way real services do.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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
  /** Applies faults to every call of a stand-in; `body` words an error in the provider's own shape. */
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
    list: () => faults,
    take,
    applyTo: (app, provider, prefix, body) => {
      const callOf = (request: FastifyRequest) =>
        `${request.method} ${request.url.slice(prefix.length)}`
      const struck = new WeakMap<FastifyRequest, FaultMode>()

      app.addHook('onRequest', async (request, reply) => {
        const mode = take(provider, callOf(request))
        if (!mode) return
        struck.set(request, mode)
        if (mode === 'timeout') return hold(reply)
        if (mode === 'error' || mode === 'throttle' || mode === 'expire-token') {
          const answer = body(mode)
          return reply
            .code(answer.status)
            .headers(answer.headers ?? {})
            .send(answer.body)
        }
      })
      // The work is done and committed by now; only the answer is lost.
      app.addHook('onSend', async (request, reply, payload) => {
        const mode = struck.get(request)
        if (mode === 'timeout-after') return hold(reply)
        if (mode === 'cut') {
          reply.hijack()
          request.raw.socket.destroy()
        }
        return payload
      })
    },
  }
}

/** Never answers; the connection ends when the caller gives up. */
const hold = (reply: FastifyReply): Promise<never> => {
  reply.hijack()
  return new Promise(() => {})
}
