// How a payment stands with its provider, in words that fit a card and a wallet alike.
import type { ErrorCode } from '@invoice-desk/contract/errors'

/** The money arrived. */
export type PaidState = {
  readonly kind: 'paid'
  /** The id that people look it up by. */
  readonly reference: string
  readonly amountCents: number
  readonly currency: string
  readonly refundedCents: number
  /** The provider's word for how a dispute stands. */
  readonly dispute?: string
}

export type ProviderPayment =
  | PaidState
  /** The payer's bank wants to ask them. */
  | { readonly kind: 'requires_action'; readonly clientSecret: string }
  /** The payer agreed in their wallet; nobody has taken the money yet. */
  | { readonly kind: 'approved' }
  /** The provider itself does not know yet. */
  | { readonly kind: 'pending' }
  /** A definite no to this payment; `reason` is the provider's code for why. */
  | { readonly kind: 'declined'; readonly reason?: string | undefined }
  /** This call took nothing; the payer may go on with the same order. */
  | { readonly kind: 'refused'; readonly failureCode?: ErrorCode; readonly reason?: string }
  /** Nothing was tried, or nothing has come of it so far. */
  | { readonly kind: 'open' }
  | { readonly kind: 'cancelled' }
  /** The provider does not know it, or no longer. */
  | { readonly kind: 'gone' }

/** A charge the provider has on its books, for comparing. */
export type ProviderCharge = PaidState & {
  /** Our attempt's id, as we gave it to the provider. */
  readonly attemptId: string | undefined
  /** A list says only that there is a dispute, not how it stands. */
  readonly isDisputed?: boolean
}
