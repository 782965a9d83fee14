// What a payment provider reports about a payment, in terms that apply to cards and wallets alike.
import type { ErrorCode } from '@invoice-desk/contract/errors'

/** The money arrived. */
export type PaidState = {
  readonly kind: 'paid'
  /** The id that people look it up by. */
  readonly reference: string
  readonly amountCents: number
  readonly currency: string
  readonly refundedCents: number
  /** The provider's status of a dispute. */
  readonly dispute?: string
}

export type ProviderPayment =
  | PaidState
  /** The payer's bank wants them to confirm the payment (3-D Secure). */
  | { readonly kind: 'requires_action'; readonly clientSecret: string }
  /** The payer agreed in their wallet, and the money hasn't been captured yet. */
  | { readonly kind: 'approved' }
  /** The provider hasn't decided yet. */
  | { readonly kind: 'pending' }
  /** The payment was definitely declined; `reason` is the provider's code. */
  | { readonly kind: 'declined'; readonly reason?: string | undefined }
  /** This call took no money; the payer can continue with the same order. */
  | { readonly kind: 'refused'; readonly failureCode?: ErrorCode; readonly reason?: string }
  /** No one has tried to pay, or trying has had no result so far. */
  | { readonly kind: 'open' }
  | { readonly kind: 'cancelled' }
  /** The provider doesn't know this payment, or no longer does. */
  | { readonly kind: 'gone' }

/** A charge in the provider's own records, for reconciliation. */
export type ProviderCharge = PaidState & {
  /** Our attempt's id, as we gave it to the provider. */
  readonly attemptId: string | undefined
  /** The id of the intent or order that was paid. */
  readonly providerId: string
  /** For lists, which show only that there is a dispute, not its status. */
  readonly isDisputed?: boolean
}

export type ListedCharges = { readonly paid: ProviderCharge[]; readonly unpaidIds: string[] }

/** What a webhook claims to be about. Its content is never trusted: it only names an attempt to look up. */
export type WebhookReport = {
  readonly id: string
  readonly attemptId?: string | undefined
  readonly providerId?: string | undefined
  /** Ids of captures, where the event names nothing else. */
  readonly references?: readonly string[]
  /** It's genuine, but about test money on a live system or vice versa. */
  readonly isOtherMode?: boolean
  /** Asks the provider whether it sent this; absent if the signature already proves it. */
  verify?(): Promise<boolean>
}

export type WebhookHeaders = Readonly<Record<string, unknown>>
