// What contractors and approvers read in their mail.
import { formatDate } from '@invoice-desk/contract/dates'
import { VERIFICATION_DAYS_MAX } from '@invoice-desk/contract/limits'
import { formatUsd } from '@invoice-desk/contract/money'
import type { z } from 'zod'
import type { Config } from '../../config.ts'
import { type MailContent, renderMail, type Sender } from '../../mail/layout.ts'
import type { Mail } from '../../providers/mail.ts'
import type { billMailJob } from './job-kinds.ts'
import type { BillRow } from './queries.ts'

type Settings = Sender & Pick<Config, 'publicUrl'>
type Step = z.infer<typeof billMailJob.data>

export const verificationMail = (
  settings: Settings,
  { email, token, jobId }: { email: string; token: string; jobId: string },
): Mail => ({
  messageId: `verification-${jobId}`,
  to: [email],
  ...renderMail(settings, {
    subject: `Verify your e-mail for ${settings.businessName}`,
    heading: 'Verify your e-mail',
    paragraphs: [
      `Open the link below to see your bills and submit invoices to ${settings.businessName}.`,
    ],
    button: {
      text: 'Verify and continue',
      url: `${settings.publicUrl}/submit-invoice?token=${token}`,
    },
    notes: [
      `The link works for ${VERIFICATION_DAYS_MAX} days. It is your key to your bills, so do not forward this mail.`,
      'You did not ask for this? Then ignore this mail: nothing happens unless the link is opened and used.',
    ],
  }),
})

const factsOf = (bill: BillRow): MailContent['facts'] => [
  ['Invoice number', bill.invoiceNumber],
  ['Amount', formatUsd(bill.amountCents)],
  ['Due date', formatDate(bill.dueDate)],
]

const STEPS = {
  received: {
    subject: 'received',
    heading: 'We received your invoice',
    text: 'Thank you. Your invoice is here and goes to approval next; we write again when it is decided.',
  },
  approved: {
    subject: 'approved',
    heading: 'Your invoice was approved',
    text: 'Your invoice was approved and is on its way to payment.',
  },
  rejected: {
    subject: 'rejected',
    heading: 'Your invoice was rejected',
    text: 'Your invoice was not approved. You can correct it and submit it again.',
  },
  paid: {
    subject: 'paid',
    heading: 'Your invoice was paid',
    text: 'Your invoice has been paid. Depending on the bank, the money may take a few days to arrive.',
  },
} as const satisfies Record<Step['step'], { subject: string; heading: string; text: string }>

export const stepMail = (
  settings: Settings,
  bill: BillRow,
  { step, version, reason }: Step,
): Mail => {
  const { subject, heading, text } = STEPS[step]
  return {
    messageId: `bill-${bill.id}-${step}-${version}`,
    to: [bill.email],
    ...renderMail(settings, {
      subject: `Invoice ${bill.invoiceNumber} ${subject}`,
      heading,
      paragraphs: reason ? [text, `Reason: ${reason}`] : [text],
      facts: factsOf(bill) ?? [],
      button: { text: 'See your bills', url: `${settings.publicUrl}/submit-invoice` },
    }),
  }
}

export const approverMail = (
  settings: Settings,
  bill: BillRow,
  approvers: readonly string[],
): Mail => ({
  messageId: `bill-${bill.id}-notice`,
  to: approvers,
  ...renderMail(settings, {
    subject: `Approve invoice ${bill.invoiceNumber} of ${bill.vendor}`,
    heading: `${bill.vendor} submitted an invoice`,
    paragraphs: [
      'It waits for your decision.',
      ...(bill.duplicates.length > 0
        ? ['It resembles an earlier bill. Please compare them before you approve it.']
        : []),
    ],
    facts: [['Vendor', bill.vendor], ...(factsOf(bill) ?? []), ['Submitted by', bill.email]],
    button: {
      text: 'Review the invoice',
      url: `${settings.publicUrl}/approve-invoice?taskId=${bill.id}`,
    },
  }),
})
