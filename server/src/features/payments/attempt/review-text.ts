// Says why staff should review a payment.

import { PAYMENT_METHODS } from '@invoice-desk/contract/payments/payment-methods'
import { centsToText, formatUsd } from '@invoice-desk/contract/values/money'
import type {
  CheckFailure,
  InvoiceChange,
  ReviewReason,
  ReviewReasonKind,
} from '../../../db/schema/review-reasons.ts'
import type { Attempt } from '../queries.ts'

type Reviewed = Pick<
  Attempt,
  'method' | 'totalCents' | 'providerId' | 'reference' | 'reviewReasons'
>

export const providerOf = ({ method }: Pick<Attempt, 'method'>): string =>
  PAYMENT_METHODS[method].provider

/** Empty if no review is needed. */
export const reviewText = (attempt: Reviewed): string =>
  attempt.reviewReasons.map((reason) => textOf(reason, attempt)).join(' ')

/** So that the type checker picks the facts of each reason. */
const textOf = <K extends ReviewReasonKind>(
  reason: Extract<ReviewReason, { reason: K }>,
  attempt: Reviewed,
): string =>
  (TEXTS[reason.reason] as (facts: typeof reason, of: Reviewed) => string)(reason, attempt)

type Texts = {
  readonly [K in ReviewReasonKind]: (
    facts: Extract<ReviewReason, { reason: K }>,
    attempt: Reviewed,
  ) => string
}

const TEXTS: Texts = {
  late: ({ after }, attempt) =>
    `The money arrived after this payment was marked as ${after}. If the customer paid another way in the meantime, refund one of the two at ${providerOf(attempt)}.`,
  wrong_amount: ({ cents, currency }, { totalCents }) =>
    `${centsToText(cents)} ${currency.toUpperCase()} was charged instead of ${formatUsd(totalCents)}. Nothing was booked.`,
  returned: (facts) => returnedText(facts),
  refused: ({ code }, attempt) => {
    const provider = providerOf(attempt)
    return `${provider} refused this payment (${code ?? 'no reason'}), but not because of the customer's account. Nothing was charged. Look at the settings of your ${provider} account, or ask ${provider}.`
  },
  no_outcome: ({ failure }) =>
    `We couldn't find out what happened to this payment: ${failureText(failure)}.`,
  no_answer: ({ failure }, attempt) => {
    const provider = providerOf(attempt)
    return `We don't know yet whether ${provider} took ${formatUsd(attempt.totalCents)}: ${failureText(failure)}. The invoices stay on hold. Look up ${attempt.providerId} at ${provider}. If nothing was charged, release the invoices. If it was, wait: we record the payment as soon as ${provider} tells us.`
  },
  not_booked: ({ failure }) => `Paid but not booked yet: ${failureText(failure)}.`,
  unapplied: ({ cents, changes }, attempt) => {
    const because = changes.map(changeText).join(', and ') || 'the invoice was already paid'
    return `We couldn't apply ${formatUsd(cents)} because ${because}. QuickBooks holds it as the customer's credit. Refund it at ${providerOf(attempt)} (${attempt.reference}), or use it for the customer's next invoice.`
  },
  booking_refused: ({ message }) => `QuickBooks refused the booking: ${message}`,
  other_company: () =>
    'This payment belongs to a different QuickBooks company from the connected one.',
  former: ({ text }) => text,
}

const failureText = (failure: CheckFailure): string => {
  if (failure.kind === 'undecided') return "the provider hasn't decided yet"
  if (failure.kind === 'unexpected') return 'an unexpected error (see the server log)'
  return `the last error from ${failure.service} was "${failure.message}"`
}

const changeText = ({ number, change, cents = 0 }: InvoiceChange): string => {
  if (change === 'reduced') return `invoice ${number} has a balance of only ${formatUsd(cents)}`
  return `invoice ${number} was ${change === 'paid' ? 'already paid' : change}`
}

/** Stripe took the money back. */
const LOST = 'lost'
/** Statuses of disputes that Stripe and PayPal have closed. PayPal's doesn't say who won. */
const CLOSED = ['won', LOST, 'prevented', 'warning_closed', 'resolved']

type Returned = Extract<ReviewReason, { reason: 'returned' }>

/** What staff should do about a refund or a dispute. */
const returnedText = ({ refundedCents, dispute, isBooked }: Returned): string =>
  [
    refundedCents > 0 ? `${formatUsd(refundedCents)} was refunded at the provider.` : '',
    dispute ? disputeText(dispute) : '',
    isBooked
      ? correctionText(refundedCents > 0 || dispute === LOST, dispute)
      : 'Nothing was booked. Please enter the rest in QuickBooks.',
  ]
    .filter(Boolean)
    .join(' ')

const disputeText = (status: string): string => {
  const words = status.replaceAll('_', ' ')
  return CLOSED.includes(status)
    ? `The payer's dispute is closed (${words}).`
    : `The payer disputes the charge (${words}).`
}

const correctionText = (isReturned: boolean, dispute: string | null): string =>
  !isReturned && dispute !== null && CLOSED.includes(dispute)
    ? 'QuickBooks still shows the payment. If the money was returned, please correct it there.'
    : 'QuickBooks still shows the payment. Please correct it there.'
