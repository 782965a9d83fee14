// A failed call. Callers distinguish failures by `code`, never by message.
import type { ErrorCode } from '@invoice-desk/contract/http/errors'

/** The server's codes, plus ours for responses without a code, without valid JSON, or that never arrived. */
export type ApiErrorCode =
  | ErrorCode
  | 'refused'
  | 'network'
  | 'timeout'
  | 'invalid_json'
  | 'invalid_response'

type Details = { code: string; status?: number; field?: string | undefined; body?: unknown }

export class ApiError extends Error {
  readonly code: string
  /** 0 when there was no response. */
  readonly status: number
  /** The invalid input, as a dotted path. */
  readonly field: string | undefined
  /** The whole response body, for errors that carry more than a message. */
  readonly body: unknown

  constructor(message: string, { code, status = 0, field, body }: Details) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.field = field
    this.body = body
  }

  is(...codes: readonly ApiErrorCode[]): boolean {
    return codes.some((code) => code === this.code)
  }
}

/** The message to show for anything thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Something went wrong. Please try again.'

/** No response arrived, so the outcome is unknown. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 0

/** The server's own message; undefined when it sent none. */
export const serverText = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError) || error.status === 0) return undefined
  return error.is('invalid_json', 'invalid_response') ? undefined : error.message
}

/** The message says how long to wait. */
export const isLimited = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.is('rate_limited')

/** The account isn't allowed to do this, so retrying won't help. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 403 && !error.is('sign_in_again')

/** Worth retrying: no response, or a server error. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)
