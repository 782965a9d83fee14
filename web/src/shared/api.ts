// The one way to the server: typed by the contract's endpoints, every failure an ApiError.
import type { Endpoint, ResponseOf } from '@invoice-desk/contract/endpoint'
import type { z } from 'zod'
import { ApiError, type ApiErrorCode } from './api-error.ts'
import { getCredentials, reportRefused } from './credentials.ts'

const WAIT_MS = 30_000

/** What a call sends as its query or body; defaults of the contract may be left out. */
export type CallInput<E extends Endpoint, K extends 'query' | 'body'> =
  E extends Record<K, infer S extends z.ZodType> ? z.input<S> : undefined

type Part<E extends Endpoint, K extends 'query' | 'body'> =
  CallInput<E, K> extends undefined
    ? { readonly [P in K]?: undefined }
    : { readonly [P in K]: CallInput<E, K> }

type CallOptions<E extends Endpoint> = Part<E, 'query'> &
  Part<E, 'body'> & {
    /** Speaks for someone other than the signed-in account. */
    readonly token?: string
    /** Makes sending the same again safe when its answer was lost. */
    readonly idempotencyKey?: string
    readonly signal?: AbortSignal
    /** How long the answer may take, where it is known to take longer than most. */
    readonly waitMs?: number
  }

export const call = async <E extends Endpoint>(
  endpoint: E,
  ...[options]: Record<never, never> extends CallOptions<E> ? [CallOptions<E>?] : [CallOptions<E>]
): Promise<ResponseOf<E>> => {
  const token = options?.token ?? (needsAccount(endpoint) ? getCredentials()?.token : undefined)
  const { status, ok, body } = await send(endpoint, token, options ?? {})
  if (!ok) {
    const error = errorFrom(status, body)
    const spokeForSession = token && options?.token === undefined
    if (spokeForSession && error.is('session_expired', 'sign_in_required')) reportRefused(token)
    throw error
  }
  return answerOf(endpoint, status, body)
}

/** A successful answer in the shape the contract promises. */
export const answerOf = <E extends Endpoint>(
  endpoint: E,
  status: number,
  body: unknown,
): ResponseOf<E> => {
  const parsed = endpoint.response.safeParse(body)
  if (!parsed.success) throw failure('invalid_response', 'Invalid response from server', status)
  return parsed.data as ResponseOf<E>
}

const needsAccount = ({ access }: Endpoint): boolean =>
  access === 'staff' ||
  access === 'admin' ||
  access === 'contractor-or-staff' ||
  access === 'retailer' ||
  access.startsWith('tool:')

type Sent = {
  readonly query?: unknown
  readonly body?: unknown
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  readonly waitMs?: number
}

const send = async (endpoint: Endpoint, token: string | undefined, sent: Sent) => {
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (sent.body !== undefined) headers.set('content-type', 'application/json')
  if (sent.idempotencyKey) headers.set('idempotency-key', sent.idempotencyKey)
  const timeout = AbortSignal.timeout(sent.waitMs ?? WAIT_MS)
  const request: RequestInit = {
    method: endpoint.method,
    headers,
    signal: sent.signal ? AbortSignal.any([sent.signal, timeout]) : timeout,
  }
  if (sent.body !== undefined) request.body = JSON.stringify(sent.body)
  let status = 0
  try {
    const response = await fetch(endpoint.path + queryText(sent.query), request)
    status = response.status
    const body: unknown = await response.json()
    return { status, ok: response.ok, body }
  } catch (error) {
    if (sent.signal?.aborted) throw error
    if (error instanceof SyntaxError) throw failure('invalid_json', 'Invalid JSON response', status)
    throw timeout.aborted
      ? failure('timeout', 'The server did not answer in time. Please try again.')
      : failure('network', 'The server cannot be reached. Please check your connection.')
  }
}

const queryText = (query: unknown): string => {
  if (typeof query !== 'object' || query === null) return ''
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([k, v]) => [k, String(v)]))}`
}

export const failure = (code: ApiErrorCode, message: string, status = 0) =>
  new ApiError(message, { code, status })

export const errorFrom = (status: number, body: unknown): ApiError => {
  const { error, message, code, field } = (body ?? {}) as Record<string, unknown>
  const text = [error, message].find((each) => typeof each === 'string')
  if (text === undefined) {
    return failure('invalid_response', 'Invalid response from server', status)
  }
  return new ApiError(text, {
    code: typeof code === 'string' ? code : 'internal',
    status,
    field: typeof field === 'string' ? field : undefined,
    body,
  })
}
