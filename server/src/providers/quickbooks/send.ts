// One call over the wire: address, headers, time-out, and every way to fail turned into a ProviderError.
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import { ProviderError } from '../provider-error.ts'
import { faultError, findFault } from './faults.ts'

export type Access = { readonly realmId: string; readonly accessToken: string }

export type Call = {
  readonly method: 'GET' | 'POST'
  /** Below the company's own address, such as `/bill`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
}

export type Send = (access: Access, call: Call) => Promise<unknown>

const MINOR_VERSION = '75'
const ANSWER_BYTES_MAX = 32 * 1024 * 1024

/** Codes of a connection that never came about, so that nothing can have been done. */
const NEVER_SENT: readonly string[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

export const createSend =
  ({ apiUrl, timeoutMs }: Config['quickbooks'], log: FastifyBaseLogger): Send =>
  async ({ realmId, accessToken }, { method, path, query, body }) => {
    const isWrite = method === 'POST'
    const parameters = new URLSearchParams({ ...query, minorversion: MINOR_VERSION })
    const url = `${apiUrl}/v3/company/${encodeURIComponent(realmId)}${path}?${parameters}`
    const isForm = body instanceof FormData
    // Cleared with the answer: a signal with a time of its own would go off long after it.
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(timedOut()), timeoutMs)
    try {
      const response = await fetch(url, {
        method,
        headers: {
          authorization: `Bearer ${accessToken}`,
          accept: 'application/json',
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        redirect: 'error',
        signal: patience.signal,
      })
      const traceId = response.headers.get('intuit_tid') ?? undefined
      const answer = parseJson(await readText(response))
      const fault = findFault(answer)
      log.debug({ path, status: response.status, fault: fault?.code, traceId }, 'quickbooks')
      if (!response.ok || fault) {
        const retryAfterMs = retryAfterOf(response.headers.get('retry-after'))
        const status = response.ok ? 400 : response.status
        throw faultError(status, fault, { isWrite, traceId, retryAfterMs })
      }
      if (answer === undefined) throw broken(isWrite, 'the answer is not JSON')
      return answer
    } catch (error) {
      const failure = error instanceof ProviderError ? error : fromNetwork(error, isWrite)
      const { kind, message, traceId } = failure
      log.warn({ path, kind, message, traceId }, 'quickbooks refused or failed')
      throw failure
    } finally {
      clearTimeout(timer)
    }
  }

/** A number of seconds or a date; undefined when there is neither. */
export const retryAfterOf = (header: string | null, now = Date.now()): number | undefined => {
  if (header === null || header.trim() === '') return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

const timedOut = () => new DOMException('no answer in time', 'TimeoutError')

const broken = (isWrite: boolean, message: string, cause?: unknown) =>
  new ProviderError('quickbooks', isWrite ? 'outcome_unknown' : 'unavailable', message, { cause })

const fromNetwork = (error: unknown, isWrite: boolean): ProviderError => {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (NEVER_SENT.includes(code)) return broken(false, `no connection (${code})`, error)
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  return broken(isWrite, isLate ? 'no answer in time' : 'the connection broke', error)
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const readText = async (response: Response): Promise<string> => {
  const { headers } = response
  // Nothing longer than announced comes through, unless it comes packed.
  const isBounded = Number(headers.get('content-length') ?? Infinity) <= ANSWER_BYTES_MAX
  if (isBounded && !headers.has('content-encoding')) return response.text()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES_MAX) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
