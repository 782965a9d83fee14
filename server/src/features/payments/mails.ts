// Builds the emails about payments to payers and staff.
import { canLookUp } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { payPath } from '@invoice-desk/contract/payments/pay-path'
import { PAYMENT_METHODS } from '@invoice-desk/contract/payments/payment-methods'
import { formatDate } from '@invoice-desk/contract/values/dates'
import { formatUsd } from '@invoice-desk/contract/values/money'
import type { Fact, MailContent, Sender } from '../../mail/content.ts'
import { renderMail } from '../../mail/layout.ts'
import type { Mail } from '../../providers/mail.ts'
import type { Config } from '../../settings/config.ts'
import { describeInvoices } from './attempt/attempt.ts'
import type { Attempt, Line } from './queries.ts'
import {
  isRestKnown,
  type ReceiptFacts,
  remainingCentsIn,
  remainingCentsOf,
} from './receipt/receipt-facts.ts'
import type { ReconciliationRow } from './reconciliation/queries.ts'

type Settings = Sender & Pick<Config, 'publicUrl'>

type ReceiptParts = {
  lines: readonly Line[]
  file: ReceiptFacts & { name: string; content: Buffer }
  url: string
}

const receiptFact = (attempt: Attempt, line: Line): Fact => {
  const remaining = remainingCentsOf(line)
  const rest = remaining > 0 ? ` · ${formatUsd(remaining)} remaining` : ' · paid in full'
  const label = `Invoice ${line.invoiceNumber}${isRestKnown(attempt) ? rest : ''}`
  return [label, formatUsd(line.amountCents)]
}

const AS_OF =
  'The remaining amounts are from when you paid. The payment page shows them as they are now.'

/** To the first invoice that isn't paid in full, where the customer can also select the others. */
const payRest = (
  { publicUrl }: Settings,
  lines: readonly Line[],
  restCents: number,
): Pick<MailContent, 'link'> => {
  const open = lines.find(
    (line) => remainingCentsOf(line) > 0 && canLookUp(line.invoiceNumber, line.invoiceDate ?? ''),
  )
  if (restCents === 0 || !open?.invoiceDate) return {}
  const text = `Pay the remaining ${formatUsd(restCents)}`
  const path = payPath({ number: open.invoiceNumber, date: open.invoiceDate })
  return { link: { text, url: publicUrl + path } }
}

export const receiptMail = (
  settings: Settings,
  attempt: Attempt,
  { lines, file, url }: ReceiptParts,
): Mail => {
  const restCents = remainingCentsIn(attempt, lines)
  const content: MailContent = {
    subject: `Receipt for ${describeInvoices(lines.map((line) => line.invoiceNumber)).replace('I', 'i')}: ${formatUsd(attempt.totalCents)}`,
    heading: 'Thank you for your payment',
    amount: formatUsd(attempt.totalCents),
    caption: `${file.date} · ${file.paidWith}`,
    paragraphs: ['We received your payment. Your receipt is attached.'],
    facts: lines.map((line) => receiptFact(attempt, line)),
    total: ['Total paid', formatUsd(attempt.totalCents)],
    button: { text: 'Download receipt', url },
    ...payRest(settings, lines, restCents),
    notes: [...(restCents > 0 ? [AS_OF] : []), `Receipt ${file.number}`],
    reason: `You're getting this email because your address was given for a payment to ${settings.businessName}.`,
    attachments: [{ filename: file.name, contentType: 'application/pdf', content: file.content }],
  }
  const messageId = `payment-${attempt.id}-receipt`
  return { messageId, to: [attempt.email], ...renderMail(settings, content) }
}

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
    amount: formatUsd(attempt.totalCents),
    paragraphs: [],
    callout: { tone: 'warning', text: review },
    facts: [
      ['Customer', attempt.customerName],
      ['Paid by', PAYMENT_METHODS[attempt.method].label],
    ],
    button: {
      text: 'Review payment',
      url: `${settings.publicUrl}/payments/admin?attempt=${attempt.id}`,
    },
    notes: ["Mark the payment as resolved when you're done."],
    reason: whyStaff(settings),
  }),
})

const whyStaff = ({ businessName }: Settings): string =>
  `You're getting this email because you look after payments for ${businessName}.`

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
        `${count === 1 ? 'This difference needs' : 'These differences need'} your review.`,
      ],
      items: [...differences.slice(0, NAMED_MAX).map(({ text }) => text), ...more],
      button: { text: 'Review payments', url: `${settings.publicUrl}/payments/admin` },
      reason: whyStaff(settings),
    }),
  }
}
