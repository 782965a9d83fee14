// What payers and staff read in their mail about payments.
import { formatDate } from '@invoice-desk/contract/dates'
import { formatUsd } from '@invoice-desk/contract/money'
import type { Config } from '../../config.ts'
import { renderMail, type Sender } from '../../mail/layout.ts'
import type { Mail } from '../../providers/mail.ts'
import { describe } from './attempt/attempt.ts'
import type { Attempt, Line } from './queries.ts'
import type { ReconciliationRow } from './reconciliation/queries.ts'

type Settings = Sender & Pick<Config, 'publicUrl'>

export const METHOD_NAMES = { stripe: 'Credit card', paypal: 'PayPal' } as const

const numbersOf = (lines: readonly Line[]): string[] =>
  lines.map(({ invoiceNumber }) => invoiceNumber)

export const receiptMail = (
  settings: Settings,
  attempt: Attempt,
  {
    lines,
    file,
    url,
  }: { lines: readonly Line[]; file: { name: string; content: Buffer }; url: string },
): Mail => ({
  messageId: `payment-${attempt.id}-receipt`,
  to: [attempt.email],
  ...renderMail(settings, {
    // Only the first word is ours; the numbers keep their case.
    subject: `Receipt for ${describe(numbersOf(lines)).replace('Invoice', 'invoice')}`,
    heading: 'Thank you for your payment',
    paragraphs: [`${settings.businessName} received your payment. Your receipt is attached.`],
    facts: [
      ['Amount', formatUsd(attempt.totalCents)],
      ['Paid by', METHOD_NAMES[attempt.method]],
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
    subject: `A payment of ${attempt.companyName} needs a look`,
    heading: 'A payment needs a look',
    paragraphs: [review],
    facts: [
      ['Customer', attempt.customerName],
      ['Amount', formatUsd(attempt.totalCents)],
      ['Paid by', METHOD_NAMES[attempt.method]],
    ],
    button: {
      text: 'See the payment',
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
      subject: `Payments and books: ${count} ${count === 1 ? 'difference' : 'differences'}`,
      heading: 'Payments and books do not agree',
      paragraphs: [
        `The payment providers, this desk and QuickBooks were compared from ${formatDate(since)} on.`,
        ...differences.slice(0, NAMED_MAX).map(({ text }) => text),
        ...more,
      ],
      button: { text: 'See the payments', url: `${settings.publicUrl}/payments/admin` },
    }),
  }
}
