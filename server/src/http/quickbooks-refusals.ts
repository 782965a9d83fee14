// Turns QuickBooks failures into the errors people see.
import { ERRORS, type ErrorCode } from '@invoice-desk/contract/http/errors'
import { AppError } from '../lib/app-error.ts'
import { ProviderError } from '../providers/provider-error.ts'
import { NOT_CONNECTED } from '../providers/quickbooks/tokens.ts'

/** For `catch`: throws a connection error, `refused` with QuickBooks' reason, or `failed` for anything else. */
export const refuseWith =
  (failed: ErrorCode, refused?: ErrorCode) =>
  (error: unknown): never => {
    throw error instanceof ProviderError ? refusalOf(error, failed, refused) : error
  }

const refusalOf = (error: ProviderError, failed: ErrorCode, refused?: ErrorCode): AppError => {
  if (error.kind === 'auth') {
    const isMissing = error.providerCode === NOT_CONNECTED
    const code = isMissing ? 'qbo_not_connected' : 'qbo_connection_invalid'
    return new AppError(code, { cause: error })
  }
  if (error.kind === 'rejected' && refused) {
    const text = `${ERRORS[refused].text}: ${error.message}`
    return new AppError(refused, { text, cause: error })
  }
  if (error.kind === 'rate_limited') {
    const text = `${ERRORS[failed].text}: QuickBooks is busy. Please try again in a minute.`
    return new AppError(failed, { text, cause: error })
  }
  return new AppError(failed, { cause: error })
}

/** For `catch`: tells visitors only that it failed, not that the business uses QuickBooks. */
export const refuseVisitor =
  (code: ErrorCode) =>
  (error: unknown): never => {
    if (!(error instanceof ProviderError)) throw error
    throw error.kind === 'rate_limited'
      ? busyError(code, error)
      : new AppError(code, { cause: error })
  }

/** What failed is the first sentence of its text. */
export const busyError = (code: ErrorCode, cause?: unknown): AppError => {
  const [failed] = ERRORS[code].text.split('. ')
  const text = `${failed}. We're very busy right now. Please try again in a minute.`
  return new AppError(code, { text, cause })
}
