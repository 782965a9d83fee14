// A call that did not succeed, told apart by code and never by text.
import type { ErrorCode } from '@invoice-desk/contract/errors'

/** The server's codes, and those of answers that have none, never came or could not be understood. */
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
  /** 0 when there was no answer at all. */
  readonly status: number
  /** The input the error concerns, as a dotted path. */
  readonly field: string | undefined
  /** The whole answer, for errors that say more than their sentence. */
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

/** The sentence to show a person for anything that was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Something went wrong. Please try again.'

/** There was no answer, so nothing is known. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 0

/** What the server itself said; undefined when it said nothing that could be understood. */
export const serverText = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError) || error.status === 0) return undefined
  return error.is('invalid_json', 'invalid_response') ? undefined : error.message
}

/** Too much was asked for; the message says how long to wait. */
export const isLimited = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.is('rate_limited')

/** The account may not do this: asking again will not help, asking the business may. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 403

/** Only what may pass by itself is worth asking again: no answer, or the server's own fault. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)
