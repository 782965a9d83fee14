// Decides what is stored when money arrives, and why a payment needs review. `review-text.ts` says it in words.

import { isFinal } from '@invoice-desk/contract/payments/admin'
import { businessDay } from '@invoice-desk/contract/values/business-day'
import type { ReviewReason } from '../../../db/schema/review-reasons.ts'
import { newJob } from '../../../jobs/queue.ts'
import type { PaidState } from '../../../providers/payment-provider.ts'
import { receiptMailJob, settlePaymentJob } from '../job-kinds.ts'
import type { Attempt } from '../queries.ts'
import type { Transition } from './transitions.ts'

type Reasons = readonly ReviewReason[]

export const captureOf = (attempt: Attempt, paid: PaidState, zone: string): Transition => {
  const capturedAt = new Date()
  const problems = problemsWith(attempt, paid)
  const isLate = isFinal(attempt.state)
  const reviewReasons: Reasons = [
    ...(isLate ? [{ reason: 'late', after: attempt.state } as const] : []),
    ...problems,
  ]
  const isBookable = problems.length === 0
  const { id: attemptId } = attempt
  return {
    to: isBookable ? 'captured' : 'needs_review',
    action: 'payment_captured',
    change: {
      reference: paid.reference,
      // Money in another currency doesn't count.
      capturedCents: paid.currency === 'usd' ? paid.amountCents : 0,
      capturedAt,
      // The receipt's number must not change with the time zone.
      paidDay: businessDay(capturedAt, zone),
      // The booking job takes over, possibly before the payer has their answer.
      leasedUntil: null,
      refundedCents: paid.refundedCents,
      dispute: paid.dispute ?? null,
      paidWith: paid.paidWith ?? null,
      failureCode: null,
      failureText: null,
      reviewReasons,
    },
    notify: reviewReasons.length > 0,
    jobs: isBookable
      ? [newJob(receiptMailJob, { attemptId }), newJob(settlePaymentJob, { attemptId })]
      : [],
    details: { reference: paid.reference, amountCents: paid.amountCents, after: attempt.state },
  }
}

/** Staff haven't resolved it yet. */
export const needsReview = ({ reviewReasons, state }: Attempt): boolean =>
  reviewReasons.length > 0 || state === 'needs_review'

/** Whatever happens next, only staff remove that the money was late. */
export const withLate = (attempt: Attempt, ...others: Reasons): Reasons => [
  ...attempt.reviewReasons.filter(({ reason }) => reason === 'late'),
  ...others,
]

/** What staff still have to review once the payment is booked. */
export const reasonsAfterBooking = (attempt: Attempt, ...unapplied: Reasons): Reasons => {
  const isOpen = attempt.refundedCents > 0 || attempt.dispute !== null
  return isOpen ? [...attempt.reviewReasons, ...unapplied] : withLate(attempt, ...unapplied)
}

/** Why this money can't be booked automatically; empty if it's exactly what we charged. */
const problemsWith = (attempt: Attempt, paid: PaidState): Reasons => {
  const { amountCents: cents, currency } = paid
  if (cents !== attempt.totalCents || currency !== 'usd')
    return [{ reason: 'wrong_amount', cents, currency }]
  const isWhole = paid.refundedCents === 0 && paid.dispute === undefined
  return isWhole ? [] : withReturned([], paid, false)
}

/** The latest about refunds and disputes, after what staff already have to review. */
export const withReturned = (
  before: Reasons,
  { refundedCents, dispute }: PaidState,
  isBooked: boolean,
): Reasons => [
  ...before.filter(({ reason }) => reason !== 'returned'),
  { reason: 'returned', refundedCents, dispute: dispute ?? null, isBooked },
]
