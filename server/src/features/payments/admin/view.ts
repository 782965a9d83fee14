// Builds the staff view of payment attempts.
import { ERRORS } from '@invoice-desk/contract/errors'
import { decimalFromCents, formatUsd } from '@invoice-desk/contract/money'
import type { PaymentAttempt, PaymentAttemptDetails } from '@invoice-desk/contract/payments-admin'
import { errorCodeOf } from '../attempt/outcome.ts'
import type { Attempt, Line } from '../queries.ts'
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
  settledByHand: attempt.state === 'booked' && attempt.qboPaymentId === null,
  createdAt: attempt.createdAt.toISOString(),
  updatedAt: attempt.updatedAt.toISOString(),
  review: attempt.review,
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
      detail: detailOf(details),
    })),
  }
}

const failureOf = ({ state, failureCode, failureText }: Attempt): string | undefined =>
  state === 'failed' ? (failureText ?? ERRORS[errorCodeOf(failureCode)].text) : undefined

/** The details of an audit event, in words; ids that readers don't need are left out. */
const PARTS: readonly (readonly [string, (value: unknown) => string])[] = [
  ['note', String],
  ['review', (value) => `Reason for review: ${value}`],
  ['totalCents', (value) => usd(value)],
  ['amountCents', (value) => usd(value)],
  ['termsVersion', (value) => `agreed to the terms of ${value}`],
  ['reference', String],
  ['text', String],
  ['reason', String],
  ['qboPaymentId', (value) => `QuickBooks payment ${value}`],
  ['unappliedCents', (value) => `${usd(value)} not applied`],
  ['refundedCents', (value) => (value === 0 ? '' : `${usd(value)} refunded in total`)],
  ['dispute', (value) => (value === null ? '' : `dispute: ${String(value).replaceAll('_', ' ')}`)],
]

const usd = (cents: unknown): string => formatUsd(Number(cents))

const detailOf = (details: Readonly<Record<string, unknown>>): string =>
  PARTS.filter(([name]) => name in details)
    .map(([name, describe]) => describe(details[name]))
    .filter((part) => part !== '')
    .join(' · ')
