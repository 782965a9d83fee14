// From how Stripe's library fails to the ways that call for different answers.
import { ProviderError, type ProviderErrorKind } from '../provider-error.ts'

const KINDS: Readonly<Record<string, ProviderErrorKind>> = {
  StripeCardError: 'declined',
  StripeInvalidRequestError: 'rejected',
  StripeIdempotencyError: 'rejected',
  StripeAuthenticationError: 'auth',
  StripePermissionError: 'auth',
  StripeRateLimitError: 'rate_limited',
}

type LibraryError = {
  type?: string
  message?: string
  code?: string
  decline_code?: string
  requestId?: string
  statusCode?: number
}

/** A cut connection, a time-out or a 5xx leaves open whether a write was done; a read simply did not happen. */
export const stripeErrorOf = (error: unknown, isWrite: boolean): ProviderError => {
  const { type = '', message = '', code, decline_code, requestId } = error as LibraryError
  const kind = KINDS[type] ?? (isWrite ? 'outcome_unknown' : 'unavailable')
  const providerCode = decline_code ?? code
  return new ProviderError('stripe', kind, message || type, {
    ...(providerCode === undefined ? {} : { providerCode }),
    ...(requestId === undefined ? {} : { traceId: requestId }),
    cause: error,
  })
}
