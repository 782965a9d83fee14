// What the product refuses, by code. The text and the status stand in the contract's table.
import { ERRORS, type ErrorCode } from '@invoice-desk/contract/errors'

export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** The input it concerns, as a dotted path. */
  readonly field: string | undefined
  /** What the log may know beyond what the person reads. */
  override readonly cause: unknown

  constructor(code: ErrorCode, options: { field?: string; text?: string; cause?: unknown } = {}) {
    super(options.text ?? ERRORS[code].text)
    this.code = code
    this.field = options.field
    this.cause = options.cause
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}
