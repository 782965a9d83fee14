// Why staff should review a payment, as it's stored: each reason with the facts that its text names.
import type { AttemptState } from '@invoice-desk/contract/payments/admin'

/** Why a check found nothing new. */
export type CheckFailure =
  | { readonly kind: 'undecided' }
  | { readonly kind: 'unexpected' }
  /** `service` is its name, such as `Stripe`. */
  | { readonly kind: 'error'; readonly service: string; readonly message: string }

/** What happened in QuickBooks to an invoice that can't take its part of a payment. */
export type InvoiceChange = {
  readonly number: string
  readonly change: 'deleted' | 'voided' | 'paid' | 'reduced'
  /** Its balance, if that was reduced. */
  readonly cents?: number
}

type Facts = {
  /** The money arrived after this end. This reason comes first, and only staff remove it. */
  readonly late: { readonly after: AttemptState }
  readonly wrong_amount: { readonly cents: number; readonly currency: string }
  /** A refund or a dispute. */
  readonly returned: {
    readonly refundedCents: number
    readonly dispute: string | null
    readonly isBooked: boolean
  }
  /** The account may be restricted or lack a permission, which affects every payment. */
  readonly refused: { readonly code: string | null }
  readonly no_outcome: { readonly failure: CheckFailure }
  readonly no_answer: { readonly failure: CheckFailure }
  readonly not_booked: { readonly failure: CheckFailure }
  readonly unapplied: { readonly cents: number; readonly changes: readonly InvoiceChange[] }
  readonly booking_refused: { readonly message: string }
  readonly other_company: Readonly<Record<never, never>>
  /** A text from a release that stored texts, which the migration didn't recognize. */
  readonly former: { readonly text: string }
}

export type ReviewReasonKind = keyof Facts
export type ReviewReason = {
  [K in ReviewReasonKind]: { readonly reason: K } & Facts[K]
}[ReviewReasonKind]

const KINDS = {
  late: true,
  wrong_amount: true,
  returned: true,
  refused: true,
  no_outcome: true,
  no_answer: true,
  not_booked: true,
  unapplied: true,
  booking_refused: true,
  other_company: true,
  former: true,
} as const satisfies Record<ReviewReasonKind, true>

const isKnown = Object.keys(KINDS)
  .map((kind) => `@.reason == "${kind}"`)
  .join(' || ')

/** For a CHECK: a list of known reasons. */
export const areReviewReasons = (column: string): string =>
  `jsonb_typeof(${column}) = 'array' AND jsonb_array_length(${column}) = jsonb_array_length(jsonb_path_query_array(${column}, 'strict $[*] ? (${isKnown})'))`
