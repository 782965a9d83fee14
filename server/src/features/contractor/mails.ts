// Builds the emails to contractors and approvers.
import type { BillStatus } from '@invoice-desk/contract/bills/bill-status'
import { formatDate } from '@invoice-desk/contract/values/dates'
import { VERIFICATION_DAYS_MAX } from '@invoice-desk/contract/values/limits'
import { formatUsd } from '@invoice-desk/contract/values/money'
import type { Sender } from '../../mail/content.ts'
import { renderMail } from '../../mail/layout.ts'
import type { Mail } from '../../providers/mail.ts'
import type { Config } from '../../settings/config.ts'
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
      `Verify your email to see your bills and submit invoices to ${settings.businessName}.`,
    ],
    button: {
      text: 'Verify and continue',
      url: `${settings.publicUrl}/submit-invoice?token=${token}`,
      showsUrl: true,
    },
    notes: [
      `The link works for ${VERIFICATION_DAYS_MAX} days. Anyone who has it can see your bills, so don't forward this email.`,
      "If you didn't request this, you can ignore this email. Nothing happens unless someone opens the link.",
    ],
    reason: `You're getting this email because someone entered your address in the contractor portal of ${settings.businessName}.`,
  }),
})

export const factsOf = (bill: BillRow): [label: string, value: string][] => [
  ['Invoice number', bill.invoiceNumber],
  ['Due date', formatDate(bill.dueDate)],
]

type StepTexts = {
  /** Ends the subject. */
  outcome: string
  heading: string
  text: string
  /** What the staff's message is. */
  label?: string
  /** Opens the form to correct the bill. Without it, a button opens the list of bills. */
  button?: string
}

/** The steps of a bill that we email its contractor about, apart from its payment. */
export const STEPS = {
  received: {
    outcome: 'received',
    heading: 'We received your invoice',
    text: "Thanks for sending it. We'll email you when it's approved or if we need changes.",
  },
  approved: {
    outcome: 'approved',
    heading: 'Your invoice was approved',
    text: "You don't need to do anything. We'll email you when it's paid.",
  },
  changes_requested: {
    outcome: 'needs changes',
    heading: 'Your invoice needs changes',
    text: "We can't approve it yet. Please correct it and send it back to us. You don't have to enter it again.",
    label: 'What to change',
    button: 'Correct and resubmit',
  },
  rejected: {
    outcome: 'rejected',
    heading: 'Your invoice was rejected',
    text: "We couldn't approve it as submitted. You can correct it and submit it again.",
  },
} as const satisfies Partial<Record<BillStatus, StepTexts>>
export type Step = keyof typeof STEPS

export const stepMail = (
  settings: Settings,
  bill: BillRow,
  { step, version, reason }: { step: Step; version: number; reason?: string | undefined },
): Mail => {
  const { outcome, heading, text, label = 'Reason', button }: StepTexts = STEPS[step]
  const url = `${settings.publicUrl}/submit-invoice`
  return {
    messageId: `bill-${bill.id}-${step}-${version}`,
    to: [bill.email],
    ...renderMail(settings, {
      subject: `Invoice ${bill.invoiceNumber} ${outcome}`,
      heading,
      amount: formatUsd(bill.amountCents),
      paragraphs: [text],
      ...(reason && { callout: { tone: 'plain', label, text: reason } }),
      facts: factsOf(bill),
      button: button
        ? { text: button, url: `${url}?bill=${bill.id}` }
        : { text: 'See your bills', url },
      reason: `You're getting this email because you submitted this invoice to ${settings.businessName}.`,
    }),
  }
}

const LOOKS_LIKE_ANOTHER = {
  tone: 'warning',
  label: 'Check before you approve',
  text: 'It looks like an earlier bill. Compare the two first.',
} as const

type Notice = {
  readonly recipients: readonly string[]
  /** Of the bill. */
  readonly version: number
  readonly rule: string | undefined
  readonly approvedBy: readonly string[]
  readonly needed: number
}

/** To those who can approve the bill now. */
export const approverMail = (settings: Settings, bill: BillRow, notice: Notice): Mail => ({
  messageId: `bill-${bill.id}-notice${notice.version === 1 ? '' : `-${notice.version}`}`,
  to: notice.recipients,
  ...renderMail(settings, {
    subject: `Review invoice ${bill.invoiceNumber} from ${bill.vendor}: ${formatUsd(bill.amountCents)}`,
    heading: `${bill.vendor} ${isCorrected(bill) ? 'corrected' : 'submitted'} an invoice`,
    amount: formatUsd(bill.amountCents),
    paragraphs: [
      isCorrected(bill)
        ? "It's ready for your review again. The invoice's page shows what changed."
        : "It's ready for your review.",
      ...soFar(notice),
    ],
    ...(bill.duplicates.length > 0 && { callout: LOOKS_LIKE_ANOTHER }),
    facts: [
      ['Vendor', bill.vendor],
      ...factsOf(bill),
      ['Submitted by', bill.email],
      ...(notice.rule ? [['Approval rule', notice.rule] as const] : []),
    ],
    button: {
      text: 'Review invoice',
      url: `${settings.publicUrl}/approve-invoice?taskId=${bill.id}`,
    },
    notes: ['You may need to sign in first.'],
    reason: `You're getting this email because you approve invoices for ${settings.businessName}.`,
  }),
})

const isCorrected = ({ changes }: BillRow): boolean => changes.resubmittedAt !== undefined

const PEOPLE = new Intl.ListFormat('en-US')

/** Who has approved it, if others still have to. */
const soFar = ({ approvedBy, needed }: Notice): string[] => {
  if (approvedBy.length === 0) return needed > 1 ? [`It needs ${needed} approvals.`] : []
  return [
    `${PEOPLE.format(approvedBy)} approved it. It has ${approvedBy.length} of ${needed} approvals.`,
  ]
}
