// An error with a code from the contract, which defines its status and text.
import { ERRORS, type ErrorCode } from '@invoice-desk/contract/http/errors'

type Options = {
  /** The input it concerns, as a dotted path. */
  readonly field?: string
  readonly text?: string
  /** Additional response fields that the endpoint's contract defines. */
  readonly extra?: Readonly<Record<string, unknown>>
  /** Sent as Retry-After. */
  readonly retryAfterSeconds?: number
  /** For the log only. */
  readonly cause?: unknown
}

export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly extra: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, options: Options = {}) {
    super(options.text ?? ERRORS[code].text, { cause: options.cause })
    this.code = code
    this.field = options.field
    this.extra = options.extra ?? {}
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}
