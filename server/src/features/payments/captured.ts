// What is written down when money has arrived, and why some of it needs a person's look.
import { centsToText, formatUsd } from '@invoice-desk/contract/money'
import type { PaidState } from '../../providers/payment-state.ts'
import type { Attempt } from './queries.ts'
import type { Move } from './steps.ts'

export const capturedBy = (attempt: Attempt, paid: PaidState): Move => {
  const review = surpriseOf(attempt, paid)
  return {
    to: review === '' ? 'captured' : 'needs_review',
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

/** Why this money is not booked without a person's look; empty when it is just what was asked for. */
const surpriseOf = (attempt: Attempt, paid: PaidState): string => {
  if (paid.amountCents !== attempt.totalCents || paid.currency !== 'usd') {
    const charged = `${centsToText(paid.amountCents)} ${paid.currency.toUpperCase()}`
    return `${charged} was charged instead of ${formatUsd(attempt.totalCents)}. Nothing was booked.`
  }
  return paid.refundedCents > 0 || paid.dispute !== undefined ? reviewOf(attempt, paid, false) : ''
}

/** What staff are to do about a refund or a dispute. */
export const reviewOf = (
  { refundedCents }: Attempt,
  paid: PaidState,
  isBooked: boolean,
): string => {
  const parts = [
    paid.refundedCents === refundedCents
      ? ''
      : `${formatUsd(paid.refundedCents)} was refunded at the provider.`,
    paid.dispute ? `The payer disputes the charge (${paid.dispute.replaceAll('_', ' ')}).` : '',
    isBooked
      ? 'QuickBooks still shows the payment: please correct it there.'
      : 'Nothing was booked: please enter in QuickBooks what remains of it.',
  ]
  return parts.filter(Boolean).join(' ')
}
