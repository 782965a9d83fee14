// Builds the emails to contractors, apart from those about payments.
import { VERIFICATION_DAYS_MAX } from '@invoice-desk/contract/values/limits'
import { formatUsd } from '@invoice-desk/contract/values/money'
import type { Sender } from '../../mail/content.ts'
import { renderMail } from '../../mail/layout.ts'
import type { Mail } from '../../providers/mail.ts'
import type { Config } from '../../settings/config.ts'
import { factsOf } from '../bills/mail-facts.ts'
import type { BillRow } from '../bills/queries.ts'
import type { MailedStep } from '../bills/transitions.ts'

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

/** Payments have an email of their own. */
type Step = Exclude<MailedStep, 'paid'>

const STEPS: Readonly<Record<Step, StepTexts>> = {
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
}

export const stepMail = (
  settings: Settings,
  bill: BillRow,
  { step, version, reason }: { step: Step; version: number; reason?: string | undefined },
): Mail => {
  const { outcome, heading, text, label = 'Reason', button } = STEPS[step]
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
