// Calls the server: typed by the contract's endpoints, and every failure is an ApiError.
import type { Endpoint, ResponseOf } from '@invoice-desk/contract/http/endpoint'
import type { z } from 'zod'
import { ApiError, type ApiErrorCode } from './api-error.ts'
import { getToken, reportRejectedToken } from './credentials.ts'

const TIMEOUT_MS = 30_000

/** The input type of an endpoint's query or body; fields with a default are optional. */
export type CallInput<E extends Endpoint, K extends 'query' | 'body'> =
  E extends Record<K, infer S extends z.ZodType> ? z.input<S> : undefined

type Part<E extends Endpoint, K extends 'query' | 'body'> =
  CallInput<E, K> extends undefined
    ? { readonly [P in K]?: undefined }
    : { readonly [P in K]: CallInput<E, K> }

type SendOptions = {
  /** Overrides the token of the signed-in account. */
  readonly token?: string | undefined
  /** Makes a retry safe when the first response was lost. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

type CallOptions<E extends Endpoint> = Part<E, 'query'> & Part<E, 'body'> & SendOptions

type Options<E extends Endpoint> =
  Record<never, never> extends CallOptions<E> ? [CallOptions<E>?] : [CallOptions<E>]

export const call = async <E extends Endpoint>(
  endpoint: E,
  ...[options]: Options<E>
): Promise<ResponseOf<E>> => answerOf(endpoint, await ask(endpoint, options))

/** Like `call`, but any 2xx counts as success: undefined when the response doesn't match the contract. */
export const perform = async <E extends Endpoint>(
  endpoint: E,
  ...[options]: Options<E>
): Promise<ResponseOf<E> | undefined> => successOf(endpoint, await ask(endpoint, options))

/** A response of any status; the body is undefined unless it is JSON. */
export type Answer = {
  readonly status: number
  readonly body: unknown
  readonly format: 'json' | 'empty' | 'text' | 'html'
}

/** `type` is the content type. Only endpoints with `textErrors` may send errors as plain text. */
export const readAnswer = (
  { textErrors }: Endpoint,
  status: number,
  text: string,
  type: string | null,
): Answer => {
  try {
    return { status, body: JSON.parse(text), format: 'json' }
  } catch {
    const isType = (name: string) => type?.toLowerCase().startsWith(name) ?? false
    const isTextError = textErrors && status >= 400 && isType('text/plain')
    const isHtml = isType('text/html') || text.trimStart().startsWith('<')
    const format = isHtml ? 'html' : text.trim() === '' ? 'empty' : 'text'
    return { status, body: isTextError ? { error: text } : undefined, format }
  }
}

/** Parses a successful response by the contract. */
export const answerOf = <E extends Endpoint>(
  { response }: E,
  { status, body, format }: Answer,
): ResponseOf<E> => {
  const parsed = format === 'text' ? undefined : response.safeParse(body)
  if (parsed?.success) return parsed.data as ResponseOf<E>
  throw format === 'json' ? invalidResponse(status, body) : invalidJson(status)
}

/** Like `answerOf`, but undefined when the response doesn't match the contract. */
export const successOf = <E extends Endpoint>(
  { response }: E,
  { body }: Answer,
): ResponseOf<E> | undefined => response.safeParse(body).data as ResponseOf<E> | undefined

/**
 * The error in a response, if any. A body with `error` is a failure whatever its status. So is HTML, which only a
 * proxy or a captive portal sends.
 */
export const refusalIn = ({ status, body, format }: Answer): ApiError | undefined => {
  const hasError = errorTextIn(body) !== undefined
  if (status >= 200 && status < 300 && !hasError && format !== 'html') return undefined
  return format === 'json' || hasError ? errorFrom(status, body) : invalidJson(status)
}

const ask = async <E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> | undefined,
): Promise<Answer> => {
  const token = options?.token ?? (needsAccount(endpoint) ? await getToken() : undefined)
  const answer = await send(endpoint, { ...options, token })
  const error = refusalIn(answer)
  if (!error) return answer
  if (options?.token === undefined) reportExpired(error, token)
  throw error
}

/** Ends the session whose token the server refused. Judged by code or, when the server sent none, by status. */
export const reportExpired = (error: unknown, token: string | undefined) => {
  if (!token || !(error instanceof ApiError)) return
  const isOver =
    error.is('session_expired', 'sign_in_required') ||
    (error.status === 401 && error.is('refused', 'invalid_json', 'invalid_response'))
  if (isOver) reportRejectedToken(token)
}

const needsAccount = ({ access }: Endpoint): boolean =>
  access === 'staff' ||
  access === 'admin' ||
  access === 'contractor-or-staff' ||
  access === 'retailer' ||
  access.startsWith('tool:')

type Sent = SendOptions & { readonly query?: unknown; readonly body?: unknown }

const send = async (endpoint: Endpoint, sent: Sent): Promise<Answer> => {
  const headers = new Headers({ accept: 'application/json' })
  if (sent.token) headers.set('authorization', `Bearer ${sent.token}`)
  if (sent.body !== undefined) headers.set('content-type', 'application/json')
  if (sent.idempotencyKey) headers.set('idempotency-key', sent.idempotencyKey)
  const timeout = AbortSignal.timeout(sent.timeoutMs ?? TIMEOUT_MS)
  const request: RequestInit = {
    method: endpoint.method,
    headers,
    signal: sent.signal ? AbortSignal.any([sent.signal, timeout]) : timeout,
  }
  if (sent.body !== undefined) request.body = JSON.stringify(sent.body)
  try {
    const response = await fetch(endpoint.path + queryText(sent.query), request)
    const type = response.headers.get('content-type')
    return readAnswer(endpoint, response.status, await response.text(), type)
  } catch (error) {
    if (sent.signal?.aborted) throw error
    throw timeout.aborted ? timedOut() : offline()
  }
}

export const queryText = (query: unknown): string => {
  if (typeof query !== 'object' || query === null) return ''
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([k, v]) => [k, String(v)]))}`
}

const failure = (code: ApiErrorCode, message: string, status = 0) =>
  new ApiError(message, { code, status })

export const timedOut = () =>
  failure('timeout', "The server didn't respond in time. Please try again.")

export const offline = () =>
  failure('network', "We can't reach the server. Check your connection and try again.")

const invalidJson = (status: number) => failure('invalid_json', 'Invalid JSON response', status)

const invalidResponse = (status: number, body: unknown) =>
  new ApiError('Invalid response from server', { code: 'invalid_response', status, body })

export const errorTextIn = (body: unknown): string | undefined => {
  const { error } = (body ?? {}) as Record<string, unknown>
  return typeof error === 'string' && error !== '' ? error : undefined
}

export const errorFrom = (status: number, body: unknown): ApiError => {
  const { message, code, field } = (body ?? {}) as Record<string, unknown>
  const text = errorTextIn(body) ?? (typeof message === 'string' ? message : undefined)
  if (text === undefined) return invalidResponse(status, body)
  return new ApiError(text, {
    code: typeof code === 'string' ? code : status < 500 ? 'refused' : 'internal',
    status,
    field: typeof field === 'string' ? field : undefined,
    body,
  })
}
