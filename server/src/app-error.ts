// What the product refuses, by code. The text and the status stand in the contract's table.
import { ERRORS, type ErrorCode } from '@invoice-desk/contract/errors'

export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** The input it concerns, as a dotted path. */
  readonly field: string | undefined
  /** Fields of the answer beside the error, as the call's contract names them. */
  readonly extra: Readonly<Record<string, unknown>>
  /** When the same call may succeed, sent as Retry-After. */
  readonly retryAfterSeconds: number | undefined
  /** What the log may know beyond what the person reads. */
  override readonly cause: unknown

  constructor(
    code: ErrorCode,
    options: {
      field?: string
      text?: string
      extra?: Readonly<Record<string, unknown>>
      retryAfterSeconds?: number
      cause?: unknown
    } = {},
  ) {
    super(options.text ?? ERRORS[code].text)
    this.code = code
    this.field = options.field
    this.extra = options.extra ?? {}
    this.retryAfterSeconds = options.retryAfterSeconds
    this.cause = options.cause
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}
