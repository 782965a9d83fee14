// Faults on demand: matching calls fail or are slow, the way real services are.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createRandom } from './random.ts'

/** Each mode with its description for people. */
export const FAULT_MODES = {
  error: 'answers with an error',
  timeout: 'does nothing and never answers',
  'timeout-after': 'does the work, but never answers',
  cut: 'does the work, then drops the connection',
  'cut-midway': 'does the work, then drops the connection halfway through the answer',
  garble: 'does the work, then answers with meaningless JSON',
  throttle: 'answers that there were too many calls',
  'expire-token': 'answers that the token has expired',
  slow: 'does the work, but answers late',
}
export type FaultMode = keyof typeof FAULT_MODES

/** Writes an error in the provider's format. */
export type WriteFault = (
  mode: 'error' | 'throttle' | 'expire-token',
  status?: number,
  /** `METHOD /path?query` below the emulator's path, if its services write errors differently. */
  call?: string,
) => FaultAnswer

export type Fault = {
  /** The emulator's name, such as `quickbooks`. */
  readonly provider: string
  /** Part of `METHOD /path?query` below the emulator's path; empty matches every call. */
  readonly match: string
  readonly mode: FaultMode
  /** The status of an `error`; without one, the provider's usual status. */
  readonly status?: number
  /** When `slow` answers: this long after the call arrived, or when the work is done if that's later. */
  readonly delayMs?: number
  /** How many more calls it hits; null for every call until it's turned off. */
  times: number | null
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

  const takeFirst = (provider: string, call: string, isSlow: boolean): Fault | undefined => {
    const index = faults.findIndex(
      (fault) =>
        fault.provider === provider &&
        (fault.mode === 'slow') === isSlow &&
        call.includes(fault.match) &&
        fault.hits(),
    )
    const fault = faults[index]
    if (!fault || fault.times === null) return fault
    fault.times -= 1
    if (fault.times <= 0) faults.splice(index, 1)
    return fault
  }
  /** Uses up one hit of the first failure that matches the call. */
  const take = (provider: string, call: string) => takeFirst(provider, call, false)
  /** How late the call is answered, which doesn't keep it from failing too. */
  const takeDelayMs = (provider: string, call: string): number =>
    takeFirst(provider, call, true)?.delayMs ?? 0

  return {
    add: (fault: Fault) => void faults.push({ ...fault, hits: randomHits(fault) }),
    clear: () => void faults.splice(0),
    list: (): Fault[] => faults.map(({ hits: _hits, ...fault }) => fault),
    take,
    takeDelayMs,
    /** Applies faults to every call of a scope except the sandbox's own pages. */
    applyTo: (app: FastifyInstance, provider: string, write: WriteFault): void => {
      app.addHook('onRequest', async (request, reply) => {
        if (request.routeOptions.config.ownPage) return
        const call = `${request.method} ${request.url.slice(`/${provider}`.length)}`
        const delayMs = takeDelayMs(provider, call)
        if (delayMs > 0) delayAnswer(reply.raw, delayMs)
        const fault = take(provider, call)
        if (!fault) return
        const { mode, status } = fault
        if (mode === 'timeout') return neverAnswer(reply)
        if (mode === 'timeout-after' || mode === 'cut') return dropAnswer(reply.raw, mode)
        if (mode === 'cut-midway') return cutMidway(reply.raw)
        if (mode === 'garble') return garbleAnswer(reply.raw)
        if (mode === 'slow') return
        const answer = write(mode, status, call)
        return reply
          .code(answer.status)
          .headers(answer.headers ?? {})
          .send(answer.body)
      })
    },
  }
}

/** Each fault has its own random generator, so a seed repeats the same hits. */
const randomHits = ({ percent = 100, seed = 1 }: Fault): (() => boolean) => {
  const random = createRandom(seed)
  return () => percent >= 100 || random() < percent / 100
}

const neverAnswer = (reply: FastifyReply): Promise<never> => {
  reply.hijack()
  return new Promise(() => {})
}

const replaced = new WeakSet<ServerResponse>()

/** Whether the caller was sent the whole answer, and no other one. */
export const gotAnswer = (response: ServerResponse): boolean =>
  response.writableFinished && !replaced.has(response)

type Answering = Pick<ServerResponse, 'writeHead' | 'flushHeaders' | 'write' | 'end'>

const answeringOf = ({ writeHead, flushHeaders, write, end }: Answering): Answering => ({
  writeHead,
  flushHeaders,
  write,
  end,
})

/**
 * The call does its work, but the caller gets nothing or something else. It replaces the methods of
 * the raw response, because the Google emulator answers without Fastify.
 */
const replaceAnswer = (
  response: ServerResponse,
  end: (headers: OutgoingHttpHeaders) => void,
): void => {
  replaced.add(response)
  const before = answeringOf(response)
  let headers: OutgoingHttpHeaders = {}
  Object.assign(response, {
    writeHead: (_status: number, given: OutgoingHttpHeaders = {}) => {
      headers = given
      return response
    },
    flushHeaders: () => {},
    write: () => true,
    end: () => {
      Object.assign(response, before)
      end({ ...response.getHeaders(), ...headers })
      return response
    },
  })
}

/** The call does its work, but the caller gets the answer late. */
const delayAnswer = (response: ServerResponse, delayMs: number): void => {
  const dueAt = Date.now() + delayMs
  const before = answeringOf(response)
  const held: (() => void)[] = []
  const send = () => {
    Object.assign(response, before)
    for (const release of held) release()
  }
  for (const [name, method] of Object.entries(before))
    Object.assign(response, {
      [name]: (...values: unknown[]) => {
        held.push(() => Reflect.apply(method, response, values))
        if (name === 'end') setTimeout(send, dueAt - Date.now()).unref()
        return name === 'write' ? true : response
      },
    })
}

const dropAnswer = (response: ServerResponse, mode: 'timeout-after' | 'cut'): void =>
  replaceAnswer(response, () => {
    if (mode === 'cut') response.socket?.destroy()
  })

/** The headers announce the whole answer. */
const cutMidway = (response: ServerResponse): void => {
  const { write, end } = response
  const chunks: Buffer[] = []
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) chunks.push(Buffer.from(chunk))
  }
  Object.assign(response, {
    write: (chunk: unknown) => {
      keep(chunk)
      return true
    },
    end: (chunk: unknown) => {
      keep(chunk)
      Object.assign(response, { write, end })
      const answer = Buffer.concat(chunks)
      const half = answer.subarray(0, Math.ceil(answer.length / 2))
      response.write(half, () => response.socket?.destroy())
      return response
    },
  })
}

const GARBLED = '{"status":null}'

const garbleAnswer = (response: ServerResponse): void =>
  replaceAnswer(response, (headers) => {
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    const otherHeaders = Object.entries(headers).filter(([name]) => !name.startsWith('content-'))
    response
      .writeHead(200, { ...Object.fromEntries(otherHeaders), 'content-type': 'application/json' })
      .end(GARBLED)
  })
