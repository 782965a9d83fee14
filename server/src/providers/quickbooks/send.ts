// Makes one HTTP call to QuickBooks and turns every failure into a ProviderError.
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import { ProviderError } from '../provider-error.ts'
import { faultError, findFault } from './faults.ts'

export type Access = { readonly realmId: string; readonly accessToken: string }

export type Call = {
  readonly method: 'GET' | 'POST'
  /** Relative to the company's URL, such as `/bill`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
}

export type Send = (access: Access, call: Call) => Promise<unknown>

const MINOR_VERSION = '75'
const ANSWER_BYTES_MAX = 32 * 1024 * 1024

/** The connection was never made, so nothing was done. */
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
        signal: AbortSignal.timeout(timeoutMs),
      })
      const traceId = response.headers.get('intuit_tid') ?? undefined
      const answer = parseJson(await readText(response))
      const fault = findFault(answer)
      log.debug({ path, status: response.status, fault: fault?.code, traceId }, 'QuickBooks call')
      if (!response.ok || fault) {
        const retryAfterMs = retryAfterOf(response.headers.get('retry-after'))
        const status = response.ok ? 400 : response.status
        throw faultError(status, fault, { isWrite, traceId, retryAfterMs })
      }
      if (answer === undefined) throw broken(isWrite, 'the response is not JSON')
      return answer
    } catch (error) {
      const failure = error instanceof ProviderError ? error : fromNetwork(error, isWrite)
      const { kind, message, traceId } = failure
      log.warn({ path, kind, message, traceId }, 'QuickBooks call failed')
      throw failure
    }
  }

/** Reads Retry-After: seconds or a date. */
export const retryAfterOf = (header: string | null, now = Date.now()): number | undefined => {
  if (header === null || header.trim() === '') return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

const broken = (isWrite: boolean, message: string, cause?: unknown) =>
  new ProviderError('quickbooks', isWrite ? 'outcome_unknown' : 'unavailable', message, { cause })

const fromNetwork = (error: unknown, isWrite: boolean): ProviderError => {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (NEVER_SENT.includes(code)) return broken(false, `no connection (${code})`, error)
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  return broken(isWrite, isLate ? 'timed out' : 'the connection broke', error)
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const readText = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES_MAX) throw new Error('the response is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
