// Builds the emails about payments to payers and staff.
import { formatDate } from '@invoice-desk/contract/dates'
import { formatUsd } from '@invoice-desk/contract/money'
import { PAYMENT_METHODS } from '@invoice-desk/contract/payment-methods'
import type { Config } from '../../config.ts'
import { renderMail, type Sender } from '../../mail/layout.ts'
import type { Mail } from '../../providers/mail.ts'
import { describeInvoices } from './attempt/attempt.ts'
import type { Attempt, Line } from './queries.ts'
import type { ReconciliationRow } from './reconciliation/queries.ts'

type Settings = Sender & Pick<Config, 'publicUrl'>

type ReceiptParts = {
  lines: readonly Line[]
  file: { name: string; content: Buffer }
  url: string
}

export const receiptMail = (
  settings: Settings,
  attempt: Attempt,
  { lines, file, url }: ReceiptParts,
): Mail => ({
  messageId: `payment-${attempt.id}-receipt`,
  to: [attempt.email],
  ...renderMail(settings, {
    subject: `Receipt for ${describeInvoices(lines.map((line) => line.invoiceNumber)).replace('I', 'i')}`,
    heading: 'Thank you for your payment',
    paragraphs: [`${settings.businessName} received your payment. Your receipt is attached.`],
    facts: [
      ['Amount', formatUsd(attempt.totalCents)],
      ['Paid by', PAYMENT_METHODS[attempt.method].label],
      ...lines.map(
        (line) => [`Invoice ${line.invoiceNumber}`, formatUsd(line.amountCents)] as const,
      ),
    ],
    button: { text: 'Download the receipt', url },
  }),
  attachments: [{ filename: file.name, contentType: 'application/pdf', content: file.content }],
})

export const reviewMail = (
  settings: Settings,
  attempt: Attempt,
  { review, staff, jobId }: { review: string; staff: readonly string[]; jobId: string },
): Mail => ({
  messageId: `payment-${attempt.id}-review-${jobId}`,
  to: staff,
  ...renderMail(settings, {
    subject: `A payment from ${attempt.companyName} needs review`,
    heading: 'A payment needs review',
    paragraphs: [review],
    facts: [
      ['Customer', attempt.customerName],
      ['Amount', formatUsd(attempt.totalCents)],
      ['Paid by', PAYMENT_METHODS[attempt.method].label],
    ],
    button: {
      text: 'View the payment',
      url: `${settings.publicUrl}/payments/admin?attempt=${attempt.id}`,
    },
  }),
})

const NAMED_MAX = 50

export const reconciliationMail = (
  settings: Settings,
  { id, since, differences }: ReconciliationRow,
  staff: readonly string[],
): Mail => {
  const count = differences.length
  const more = count > NAMED_MAX ? [`And ${count - NAMED_MAX} more.`] : []
  return {
    messageId: `payment-reconciliation-${id}`,
    to: staff,
    ...renderMail(settings, {
      subject: `Payment reconciliation: ${count} ${count === 1 ? 'difference' : 'differences'}`,
      heading: "Payments and books don't match",
      paragraphs: [
        `We compared the payment providers, Invoice Desk and QuickBooks since ${formatDate(since)}.`,
        ...differences.slice(0, NAMED_MAX).map(({ text }) => text),
        ...more,
      ],
      button: { text: 'View payments', url: `${settings.publicUrl}/payments/admin` },
    }),
  }
}
