// Builds the staff view of payment attempts.
import { ERRORS } from '@invoice-desk/contract/http/errors'
import type { PaymentAttempt, PaymentAttemptDetails } from '@invoice-desk/contract/payments/admin'
import { decimalFromCents } from '@invoice-desk/contract/values/money'
import { describeDetails } from '../../../lib/audit-details.ts'
import { errorCodeOf } from '../attempt/outcome.ts'
import { reviewText } from '../attempt/review-text.ts'
import { type Attempt, isSettledByHand, type Line } from '../queries.ts'
import type { EventRow } from './queries.ts'

export const attemptView = (attempt: Attempt, invoiceNumbers: string[]): PaymentAttempt => ({
  id: attempt.id,
  method: attempt.method,
  state: attempt.state,
  customer: attempt.customerName,
  companyName: attempt.companyName,
  payerName: attempt.payerName,
  email: attempt.email,
  amount: decimalFromCents(attempt.totalCents),
  invoiceNumbers,
  settledByHand: isSettledByHand(attempt),
  createdAt: attempt.createdAt.toISOString(),
  updatedAt: attempt.updatedAt.toISOString(),
  receivedAt: attempt.capturedAt?.toISOString(),
  review: reviewText(attempt),
})

export const detailsView = (
  attempt: Attempt,
  lines: readonly Line[],
  events: readonly EventRow[],
  receiptUrl: string | undefined,
): PaymentAttemptDetails => {
  const { termsVersion: version, termsAgreedAt } = attempt
  const numbers = lines.map(({ invoiceNumber }) => invoiceNumber)
  return {
    ...attemptView(attempt, numbers),
    providerId: attempt.reference ?? attempt.providerId ?? undefined,
    qboPaymentId: attempt.qboPaymentId ?? undefined,
    paidWith: attempt.paidWith ?? undefined,
    unappliedAmount: decimalFromCents(attempt.unappliedCents),
    refundedAmount: decimalFromCents(attempt.refundedCents),
    dispute: attempt.dispute?.replaceAll('_', ' '),
    failure: failureOf(attempt),
    nextCheckAt: attempt.nextCheckAt?.toISOString(),
    terms:
      version && termsAgreedAt ? { version, agreedAt: termsAgreedAt.toISOString() } : undefined,
    receiptUrl,
    lines: lines.map((line) => ({
      invoiceNumber: line.invoiceNumber,
      amount: decimalFromCents(line.amountCents),
      balanceBefore: decimalFromCents(line.balanceCents),
    })),
    events: events.map(({ at, details, ...event }) => ({
      ...event,
      at: at.toISOString(),
      detail: describeDetails(details),
    })),
  }
}

const failureOf = ({ state, failureCode, failureText }: Attempt): string | undefined =>
  state === 'failed' ? (failureText ?? ERRORS[errorCodeOf(failureCode)].text) : undefined
