// Builds the emails to contractors and approvers.
import { type BillStatus, taskStatusOf } from '@invoice-desk/contract/bill-status'
import { formatDate } from '@invoice-desk/contract/dates'
import { VERIFICATION_DAYS_MAX } from '@invoice-desk/contract/limits'
import { formatUsd } from '@invoice-desk/contract/money'
import type { Config } from '../../config.ts'
import { renderMail, type Sender } from '../../mail/layout.ts'
import type { Mail } from '../../providers/mail.ts'
import type { BillRow } from './queries.ts'

type Settings = Sender & Pick<Config, 'publicUrl'>

export const verificationMail = (
  settings: Settings,
  { email, token, jobId }: { email: string; token: string; jobId: string },
): Mail => ({
  messageId: `verification-${jobId}`,
  to: [email],
  ...renderMail(settings, {
    subject: `Verify your email for ${settings.businessName}`,
    heading: 'Verify your email',
    paragraphs: [
      `Open the link below to see your bills and submit invoices to ${settings.businessName}.`,
    ],
    button: {
      text: 'Verify and continue',
      url: `${settings.publicUrl}/submit-invoice?token=${token}`,
    },
    notes: [
      `The link works for ${VERIFICATION_DAYS_MAX} days. Anyone who has it can see your bills, so don't forward this email.`,
      "If you didn't request this, you can ignore this email. Nothing happens unless someone opens the link.",
    ],
  }),
})

const factsOf = (bill: BillRow): [label: string, value: string][] => [
  ['Invoice number', bill.invoiceNumber],
  ['Amount', formatUsd(bill.amountCents)],
  ['Due date', formatDate(bill.dueDate)],
]

/** The steps of a bill that we email its contractor about. */
export const STEPS = {
  received: {
    heading: 'We received your invoice',
    text: "Thanks, we received your invoice. We'll email you when it's approved or if we need changes.",
  },
  approved: {
    heading: 'Your invoice was approved',
    text: "Your invoice was approved. We'll email you when it's paid.",
  },
  rejected: {
    heading: 'Your invoice was rejected',
    text: "We couldn't approve your invoice. You can correct it and submit it again.",
  },
  paid: {
    heading: 'Your invoice was paid',
    text: 'We paid your invoice. Depending on your bank, the money may take a few days to arrive.',
  },
} as const satisfies Partial<Record<BillStatus, { heading: string; text: string }>>
export type Step = keyof typeof STEPS

export const stepMail = (
  settings: Settings,
  bill: BillRow,
  { step, version, reason }: { step: Step; version: number; reason?: string | undefined },
): Mail => {
  const { heading, text } = STEPS[step]
  return {
    messageId: `bill-${bill.id}-${step}-${version}`,
    to: [bill.email],
    ...renderMail(settings, {
      subject: `Invoice ${bill.invoiceNumber} ${taskStatusOf(step).name}`,
      heading,
      paragraphs: reason ? [text, `Reason: ${reason}`] : [text],
      facts: factsOf(bill),
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
    subject: `Approve invoice ${bill.invoiceNumber} from ${bill.vendor}`,
    heading: `${bill.vendor} submitted an invoice`,
    paragraphs: [
      "It's ready for your review.",
      ...(bill.duplicates.length > 0
        ? ['It looks like an earlier bill. Compare them before you approve it.']
        : []),
    ],
    facts: [['Vendor', bill.vendor], ...factsOf(bill), ['Submitted by', bill.email]],
    button: {
      text: 'Review invoice',
      url: `${settings.publicUrl}/approve-invoice?taskId=${bill.id}`,
    },
  }),
})
