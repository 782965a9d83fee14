// How an outside service failed, in the six ways that call for different answers.

export type ProviderName =
  | 'google'
  | 'mail'
  | 'quickbooks'
  | 'stripe'
  | 'paypal'
  | 'human-check'
  | 'files'

/**
 * `auth`: our credentials or connection are not accepted. `declined`: a definite no to a payment.
 * `rejected`: the request was understood and refused. `rate_limited`: later. `unavailable`: nothing
 * was done. `outcome_unknown`: it may or may not have been done; ask before trying again.
 */
export type ProviderErrorKind =
  | 'auth'
  | 'declined'
  | 'rejected'
  | 'rate_limited'
  | 'unavailable'
  | 'outcome_unknown'

export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly provider: ProviderName
  readonly kind: ProviderErrorKind
  /** The provider's own code, such as `6240` or `card_declined`. */
  readonly providerCode: string | undefined
  /** The provider's id of the call, for its support. */
  readonly traceId: string | undefined
  /** How long the provider asks us to wait before the next call. */
  readonly retryAfterMs: number | undefined

  constructor(
    provider: ProviderName,
    kind: ProviderErrorKind,
    message: string,
    options: {
      providerCode?: string
      traceId?: string | undefined
      retryAfterMs?: number | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.provider = provider
    this.kind = kind
    this.providerCode = options.providerCode
    this.traceId = options.traceId
    this.retryAfterMs = options.retryAfterMs
  }
}
