// From how QuickBooks failed to what the product says about it.
import { ERRORS, type ErrorCode } from '@invoice-desk/contract/errors'
import { AppError } from '../../app-error.ts'
import { ProviderError } from '../provider-error.ts'
import { NOT_CONNECTED } from './tokens.ts'

/**
 * For `catch`: a dead connection is named as such, every other failure by the call's own code. What
 * QuickBooks refused has a code of its own where the call has one, and QuickBooks' own reason with it.
 */
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

/** Visitors learn only that it did not work: how the business keeps its books is not their concern. */
export const refuseVisitor =
  (code: ErrorCode) =>
  (error: unknown): never => {
    if (!(error instanceof ProviderError)) throw error
    const text = `${ERRORS[code].text}. We're very busy right now. Please try again in a minute.`
    throw new AppError(code, { cause: error, ...(error.kind === 'rate_limited' && { text }) })
  }
