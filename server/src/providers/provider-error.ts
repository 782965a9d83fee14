// The error that every provider throws, with the six kinds of failure that callers handle differently.
import type { PaymentMethod } from '@invoice-desk/contract/payments/payment-methods'

export type ProviderName =
  | PaymentMethod
  | 'google'
  | 'mail'
  | 'quickbooks'
  | 'human-check'
  | 'files'

/**
 * `auth`: our credentials or connection weren't accepted. `declined`: the payment was definitely declined.
 * `rejected`: the request was understood and refused. `rate_limited`: try later. `unavailable`: nothing
 * was done. `outcome_unknown`: it may have been done; look it up before retrying.
 */
export type ProviderErrorKind =
  | 'auth'
  | 'declined'
  | 'rejected'
  | 'rate_limited'
  | 'unavailable'
  | 'outcome_unknown'

type Details = {
  /** The provider's own code, such as `6240` or `card_declined`. */
  readonly providerCode?: string | undefined
  /** The provider's id for the call, for its support team. */
  readonly traceId?: string | undefined
  /** How long the provider asks us to wait before the next call. */
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly provider: ProviderName
  readonly kind: ProviderErrorKind
  readonly providerCode: Details['providerCode']
  readonly traceId: Details['traceId']
  readonly retryAfterMs: Details['retryAfterMs']

  constructor(
    provider: ProviderName,
    kind: ProviderErrorKind,
    message: string,
    { providerCode, traceId, retryAfterMs, cause }: Details = {},
  ) {
    super(message, { cause })
    this.provider = provider
    this.kind = kind
    this.providerCode = providerCode
    this.traceId = traceId
    this.retryAfterMs = retryAfterMs
  }
}
