// Makes one HTTP call to QuickBooks and turns every failure into a ProviderError.
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../settings/config.ts'
import { neverSentCode } from '../http-failures.ts'
import { ProviderError } from '../provider-error.ts'
import { broken, type Receive, traceIdOf } from './receive.ts'

export type Access = { readonly realmId: string; readonly accessToken: string }

export type Call = {
  readonly method: 'GET' | 'POST'
  /** Relative to the company's URL, such as `/bill`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
}

export type Send = <T>(access: Access, call: Call, receive: Receive<T>) => Promise<T>

const MINOR_VERSION = '75'

export const createSend =
  ({ apiUrl, timeoutMs }: Config['quickbooks'], log: FastifyBaseLogger): Send =>
  async ({ realmId, accessToken }, { method, path, query, body }, receive) => {
    const isWrite = method === 'POST'
    const parameters = new URLSearchParams({ ...query, minorversion: MINOR_VERSION })
    const url = `${apiUrl}/v3/company/${encodeURIComponent(realmId)}${path}?${parameters}`
    const isForm = body instanceof FormData
    try {
      const response = await fetch(url, {
        method,
        headers: {
          authorization: `Bearer ${accessToken}`,
          accept: receive.accept,
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const traceId = traceIdOf(response)
      log.debug({ path, status: response.status, traceId }, 'QuickBooks call')
      return await receive.read(response, isWrite)
    } catch (error) {
      const failure = error instanceof ProviderError ? error : fromNetwork(error, isWrite)
      const { kind, message, traceId } = failure
      log.warn({ path, kind, message, traceId }, 'QuickBooks call failed')
      throw failure
    }
  }

const fromNetwork = (error: unknown, isWrite: boolean): ProviderError => {
  const code = neverSentCode(error)
  if (code !== undefined) return broken(false, `no connection (${code})`, error)
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  return broken(isWrite, isLate ? 'timed out' : 'the connection broke', error)
}
