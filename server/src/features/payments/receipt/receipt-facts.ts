// What every form of a receipt says: the PDF, the email, and the page after paying.

import { PAYMENT_METHODS } from '@invoice-desk/contract/payments/payment-methods'
import type { PaymentReceipt } from '@invoice-desk/contract/payments/payments'
import { businessDay } from '@invoice-desk/contract/values/business-day'
import { formatDate } from '@invoice-desk/contract/values/dates'
import { decimalFromCents } from '@invoice-desk/contract/values/money'
import type { Config } from '../../../settings/config.ts'
import { needsReview } from '../attempt/review.ts'
import type { Attempt, HeldLine } from '../queries.ts'

export type ReceiptFacts = ReturnType<typeof receiptFacts>

const paidAtOf = ({ capturedAt, createdAt }: Attempt): Date => capturedAt ?? createdAt

/** The date of the receipt, and of the booking in QuickBooks. */
export const paidDayOf = ({ businessTimeZone }: Config, attempt: Attempt): string =>
  attempt.paidDay ?? businessDay(paidAtOf(attempt), businessTimeZone)

export const receiptFacts = (config: Config, attempt: Attempt) => {
  const day = paidDayOf(config, attempt)
  return {
    number: `${day.replaceAll('-', '')}-${attempt.id.slice(0, 8).toUpperCase()}`,
    date: formatDate(day),
    paidAt: paidAtOf(attempt),
    paidWith: attempt.paidWith ?? PAYMENT_METHODS[attempt.method].label,
  }
}

type Amounts = Pick<HeldLine, 'balanceCents' | 'amountCents'>

/** Money that came late, twice or went back says nothing about the balances, and we mustn't ask for more of it. */
export const isRestKnown = (attempt: Attempt): boolean =>
  !needsReview(attempt) && attempt.refundedCents === 0 && attempt.dispute === null

/** What remained of the balance at the time of the payment. Earlier releases didn't store that balance. */
export const remainingCentsOf = ({ balanceCents, amountCents }: Amounts): number =>
  Math.max(0, balanceCents - amountCents)

/** Zero if it isn't known. */
export const remainingCentsIn = (attempt: Attempt, lines: readonly Amounts[]): number =>
  isRestKnown(attempt) ? lines.reduce((sum, line) => sum + remainingCentsOf(line), 0) : 0

/** For the payer's page. */
export const receiptView = (
  config: Config,
  attempt: Attempt,
  lines: readonly HeldLine[],
): PaymentReceipt => {
  const { number, paidAt, paidWith } = receiptFacts(config, attempt)
  return {
    number,
    paidAt: paidAt.toISOString(),
    paidWith,
    email: attempt.email,
    invoices: lines.map((line) => ({
      number: line.invoiceNumber,
      ...(line.invoiceDate && { date: line.invoiceDate }),
      amount: decimalFromCents(line.amountCents),
      ...(isRestKnown(attempt) && { remaining: decimalFromCents(remainingCentsOf(line)) }),
    })),
  }
}
