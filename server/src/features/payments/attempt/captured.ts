// What is written down when money has arrived, and why some of it needs a person's look.

import { centsToText, formatUsd } from '@invoice-desk/contract/money'
import { isFinal } from '@invoice-desk/contract/payments-admin'
import type { PaidState } from '../../../providers/payment-state.ts'
import type { Attempt } from '../queries.ts'
import { PROVIDERS } from '../reconciliation/compare.ts'
import type { Move } from './steps.ts'

export const capturedBy = (attempt: Attempt, paid: PaidState): Move => {
  const surprise = surpriseOf(attempt, paid)
  const late = isFinal(attempt.state) ? lateReviewOf(attempt) : ''
  const review = joinReviews(late, surprise)
  return {
    to: surprise === '' ? 'captured' : 'needs_review',
    action: 'payment_captured',
    change: {
      reference: paid.reference,
      // What came in another currency is none of ours.
      capturedCents: paid.currency === 'usd' ? paid.amountCents : 0,
      capturedAt: new Date(),
      // From here on it is the job's, which may begin before the payer has their answer.
      claimedUntil: null,
      refundedCents: paid.refundedCents,
      dispute: paid.dispute ?? null,
      failureCode: null,
      failureText: null,
      review,
    },
    details: { reference: paid.reference, amountCents: paid.amountCents, after: attempt.state },
  }
}

const LATE = 'The money came after this payment had ended as'

/** Meanwhile its invoices could be paid another way. */
const lateReviewOf = ({ state, method }: Attempt): string =>
  `${LATE} ${state}. If the customer paid another way in the meantime, refund one of the two at ${PROVIDERS[method]}.`

/** That it came late is to be looked at whatever else happens; it stands before all else. */
export const lateOf = (review: string): string => LATE_PART.exec(review)?.[0] ?? ''

const LATE_PART = new RegExp(`^${LATE} .*? at (?:${Object.values(PROVIDERS).join('|')})\\.`)

export const joinReviews = (...parts: readonly string[]): string => parts.filter(Boolean).join(' ')

/** What is still to be looked at once the payment is booked. */
export const reviewOnceBooked = (attempt: Attempt, unapplied: string): string => {
  const isOpen = attempt.refundedCents > 0 || attempt.dispute !== null
  return joinReviews(isOpen ? attempt.review : lateOf(attempt.review), unapplied)
}

/** Why this money is not booked without a person's look; empty when it is just what was asked for. */
const surpriseOf = (attempt: Attempt, paid: PaidState): string => {
  if (paid.amountCents !== attempt.totalCents || paid.currency !== 'usd') {
    const charged = `${centsToText(paid.amountCents)} ${paid.currency.toUpperCase()}`
    return `${charged} was charged instead of ${formatUsd(attempt.totalCents)}. Nothing was booked.`
  }
  const isWhole = paid.refundedCents === 0 && paid.dispute === undefined
  return isWhole ? '' : reviewOf('', paid, false)
}

const CORRECT = 'QuickBooks still shows the payment: please correct it there.'
const ENTER = 'Nothing was booked: please enter in QuickBooks what remains of it.'

/** What staff are to do about a refund or a dispute, beside what they are to look at already. */
export const reviewOf = (before: string, paid: PaidState, isBooked: boolean): string =>
  joinReviews(
    before.replace(REFUND_PART, '').trim(),
    paid.refundedCents > 0 ? `${formatUsd(paid.refundedCents)} was refunded at the provider.` : '',
    paid.dispute ? `The payer disputes the charge (${paid.dispute.replaceAll('_', ' ')}).` : '',
    isBooked ? CORRECT : ENTER,
  )

/** An earlier word about the same, which is out of date. */
const REFUND_PART = new RegExp(
  `(\\S+ was refunded at the provider\\. )?(The payer disputes the charge \\([^)]*\\)\\. )?(${CORRECT}|${ENTER})`,
)
