// Decides what is stored when money arrives, and tells staff why a payment needs review.

import { isFinal } from '@invoice-desk/contract/payments/admin'
import { PAYMENT_METHODS } from '@invoice-desk/contract/payments/payment-methods'
import { businessDay } from '@invoice-desk/contract/values/business-day'
import { centsToText, formatUsd } from '@invoice-desk/contract/values/money'
import { newJob } from '../../../jobs/queue.ts'
import type { PaidState } from '../../../providers/payment-provider.ts'
import { receiptMailJob, settlePaymentJob } from '../job-kinds.ts'
import type { Attempt } from '../queries.ts'
import type { Transition } from './transitions.ts'

export const providerOf = ({ method }: Pick<Attempt, 'method'>): string =>
  PAYMENT_METHODS[method].provider

export const captureOf = (attempt: Attempt, paid: PaidState, zone: string): Transition => {
  const capturedAt = new Date()
  const problem = problemWith(attempt, paid)
  const late = isFinal(attempt.state) ? lateReview(attempt) : ''
  const review = joinReviews(late, problem)
  const isBookable = problem === ''
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
      review,
    },
    notify: review !== '',
    jobs: isBookable
      ? [newJob(receiptMailJob, { attemptId }), newJob(settlePaymentJob, { attemptId })]
      : [],
    details: { reference: paid.reference, amountCents: paid.amountCents, after: attempt.state },
  }
}

/** Staff haven't resolved it yet. */
export const needsReview = ({ review, state }: Attempt): boolean =>
  review !== '' || state === 'needs_review'

const LATE = 'The money arrived after this payment was marked as'
/** How earlier releases began this note. */
const FORMER_LATE = 'The money came after this payment had ended as'

const lateReview = (attempt: Attempt): string =>
  `${LATE} ${attempt.state}. If the customer paid another way in the meantime, refund one of the two at ${providerOf(attempt)}.`

/** The account may be restricted or lack a permission, which affects every payment. */
export const unexpectedReview = (attempt: Attempt, reason = 'no reason'): string => {
  const provider = providerOf(attempt)
  return `${provider} refused this payment (${reason}), but not because of the customer's account. Nothing was charged. Look at the settings of your ${provider} account, or ask ${provider}.`
}

/** The part of a review about late money, which always comes first and is never removed. */
export const latePart = (review: string): string => LATE_PART.exec(review)?.[0] ?? ''

const NAMES = Object.values(PAYMENT_METHODS).map(({ provider }) => provider)
const LATE_PART = new RegExp(`^(?:${LATE}|${FORMER_LATE}) .*? at (?:${NAMES.join('|')})\\.`)

export const joinReviews = (...parts: readonly string[]): string => parts.filter(Boolean).join(' ')

/** What staff still have to review once the payment is booked. */
export const reviewAfterBooking = (attempt: Attempt, unapplied: string): string => {
  const isOpen = attempt.refundedCents > 0 || attempt.dispute !== null
  return joinReviews(isOpen ? attempt.review : latePart(attempt.review), unapplied)
}

/** Why this money can't be booked automatically; empty if it's exactly what we charged. */
const problemWith = (attempt: Attempt, paid: PaidState): string => {
  if (paid.amountCents !== attempt.totalCents || paid.currency !== 'usd') {
    const charged = `${centsToText(paid.amountCents)} ${paid.currency.toUpperCase()}`
    return `${charged} was charged instead of ${formatUsd(attempt.totalCents)}. Nothing was booked.`
  }
  const isWhole = paid.refundedCents === 0 && paid.dispute === undefined
  return isWhole ? '' : refundReview('', paid, false)
}

const CORRECT = 'QuickBooks still shows the payment. Please correct it there.'
const CORRECT_IF_RETURNED =
  'QuickBooks still shows the payment. If the money was returned, please correct it there.'
const ENTER = 'Nothing was booked. Please enter the rest in QuickBooks.'

/** Stripe took the money back. */
const LOST = 'lost'
/** Statuses of disputes that Stripe and PayPal have closed. PayPal's doesn't say who won. */
const CLOSED = ['won', LOST, 'prevented', 'warning_closed', 'resolved']

const disputeText = (status: string): string => {
  const words = status.replaceAll('_', ' ')
  return CLOSED.includes(status)
    ? `The payer's dispute is closed (${words}).`
    : `The payer disputes the charge (${words}).`
}

/** What staff should do about a refund or a dispute, added to what they already have to review. */
export const refundReview = (before: string, paid: PaidState, isBooked: boolean): string =>
  joinReviews(
    before.replace(REFUND_PART, '').trim(),
    paid.refundedCents > 0 ? `${formatUsd(paid.refundedCents)} was refunded at the provider.` : '',
    paid.dispute ? disputeText(paid.dispute) : '',
    isBooked ? correctionText(paid) : ENTER,
  )

const correctionText = ({ refundedCents, dispute = '' }: PaidState): string => {
  const isReturned = refundedCents > 0 || dispute === LOST
  return !isReturned && CLOSED.includes(dispute) ? CORRECT_IF_RETURNED : CORRECT
}

/** How earlier releases ended these notes. */
const FORMER_ENDINGS = [
  'QuickBooks still shows the payment: please correct it there.',
  'Nothing was booked: please enter in QuickBooks what remains of it.',
]

/** An earlier, outdated note about the same refund or dispute. */
const REFUND_PART = new RegExp(
  `(\\S+ was refunded at the provider\\. )?(The payer(?: disputes the charge|'s dispute is closed) \\([^)]*\\)\\. )?(${[CORRECT, CORRECT_IF_RETURNED, ENTER, ...FORMER_ENDINGS].join('|')})`,
)
