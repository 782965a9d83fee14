// How a payment stands with its provider, in words that fit a card and a wallet alike.

export type ProviderPayment =
  /** The money arrived. `reference` is the id that people look it up by. */
  | {
      readonly kind: 'paid'
      readonly reference: string
      readonly amountCents: number
      readonly currency: string
      readonly refundedCents: number
      /** The provider's word for how a dispute stands. */
      readonly dispute?: string
    }
  /** The payer's bank wants to ask them. */
  | { readonly kind: 'requires_action'; readonly clientSecret: string }
  /** The payer agreed in their wallet; nobody has taken the money yet. */
  | { readonly kind: 'approved' }
  /** The provider itself does not know yet. */
  | { readonly kind: 'pending' }
  /** A definite no; `canRetry` when the payer may choose another way of paying on the same order. */
  | {
      readonly kind: 'declined'
      readonly code: string
      readonly text: string
      readonly canRetry?: true
    }
  /** Nothing was tried, or nothing has come of it so far. */
  | { readonly kind: 'open' }
  | { readonly kind: 'cancelled' }

/** A charge the provider has on its books, for comparing. */
export type ProviderCharge = Extract<ProviderPayment, { kind: 'paid' }> & {
  /** Our attempt's id, as we gave it to the provider. */
  readonly attemptId: string | undefined
}
