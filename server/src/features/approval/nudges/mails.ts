// Builds the emails that remind approvers, and the one that tells a delegate.
import { createHash } from 'node:crypto'
import { type Absence, absenceDays } from '@invoice-desk/contract/approval-preferences'
import { formatDate } from '@invoice-desk/contract/dates'
import { formatUsd } from '@invoice-desk/contract/money'
import type { Config } from '../../../config.ts'
import type { Sender } from '../../../mail/content.ts'
import { renderMail } from '../../../mail/layout.ts'
import type { Mail } from '../../../providers/mail.ts'
import type { BillRow } from '../../contractor/queries.ts'

type Settings = Sender & Pick<Config, 'publicUrl'>
type Listed = Pick<BillRow, 'invoiceNumber' | 'vendor' | 'amountCents' | 'dueDate'> & {
  readonly isEscalated: boolean
}

const LISTED_MAX = 20

/** A message id must not contain an address. */
const keyOf = (email: string): string =>
  createHash('sha256').update(email).digest('hex').slice(0, 16)

const reasonFor = ({ businessName }: Settings): string =>
  `You're getting this email because you approve invoices for ${businessName}.`

const SETTINGS_NOTE = 'To change how often you get these emails, open Preferences in Invoice Desk.'

/** All invoices that are waiting for one person, oldest first. */
export const dailyMail = (
  settings: Settings,
  { email, day }: { readonly email: string; readonly day: string },
  waiting: readonly Listed[],
): Mail => {
  const count = waiting.length === 1 ? '1 invoice' : `${waiting.length} invoices`
  const verb = waiting.length === 1 ? 'is' : 'are'
  const more = waiting.length - LISTED_MAX
  return {
    messageId: `approvals-${day}-${keyOf(email)}`,
    to: [email],
    ...renderMail(settings, {
      subject: `${count} waiting for your approval`,
      heading: `${count} ${verb} waiting for you`,
      amount: formatUsd(waiting.reduce((sum, { amountCents }) => sum + amountCents, 0)),
      caption: 'in total',
      paragraphs: [],
      items: [
        ...waiting.slice(0, LISTED_MAX).map(lineOf),
        ...(more > 0 ? [`And ${more} more`] : []),
      ],
      button: {
        text: 'Review invoices',
        url: `${settings.publicUrl}/approve-invoice?waitingFor=me`,
      },
      notes: ['You may need to sign in first.', SETTINGS_NOTE],
      reason: reasonFor(settings),
    }),
  }
}

const lineOf = ({ vendor, invoiceNumber, amountCents, dueDate, isEscalated }: Listed): string =>
  `${vendor}, ${invoiceNumber}: ${formatUsd(amountCents)}, due ${formatDate(dueDate)}${isEscalated ? ' (escalated)' : ''}`

type Escalation = {
  readonly at: string
  readonly recipients: readonly string[]
  /** The people it has waited for. */
  readonly waitingFor: readonly string[]
  /** Whether the recipients can approve it now. */
  readonly isTheirs: boolean
}

const PEOPLE = new Intl.ListFormat('en-US', { type: 'disjunction' })

export const escalationMail = (
  settings: Settings,
  bill: BillRow,
  { at, recipients, waitingFor, isTheirs }: Escalation,
): Mail => ({
  messageId: `bill-${bill.id}-escalated-${Date.parse(at)}`,
  to: recipients,
  ...renderMail(settings, {
    subject: `Escalated: invoice ${bill.invoiceNumber} from ${bill.vendor}`,
    heading: 'An invoice has waited too long',
    amount: formatUsd(bill.amountCents),
    paragraphs: [
      waitingFor.length > 0
        ? `It's waiting for ${PEOPLE.format(waitingFor)}.`
        : "It's waiting for approval, and no one has decided about it.",
      isTheirs
        ? 'As an administrator, you can approve or reject it now.'
        : 'No other administrator can approve it. Please change the approval rule, or set a delegate on the Accounts page.',
    ],
    facts: [
      ['Vendor', bill.vendor],
      ['Invoice number', bill.invoiceNumber],
      ['Due date', formatDate(bill.dueDate)],
    ],
    button: {
      text: 'Review invoice',
      url: `${settings.publicUrl}/approve-invoice?taskId=${bill.id}`,
    },
    notes: ['You may need to sign in first.'],
    reason: `You're getting this email because you're an administrator of Invoice Desk at ${settings.businessName}.`,
  }),
})

type Named = Absence & { readonly email: string; readonly name: string; readonly jobId: string }

export const delegateMail = (
  settings: Settings,
  { email, name, jobId, ...absence }: Named,
): Mail => ({
  messageId: `delegate-${jobId}`,
  to: [absence.delegate],
  ...renderMail(settings, {
    subject: `You're the delegate of ${name}`,
    heading: `${name} will be away`,
    paragraphs: [
      `You're their delegate for ${absenceDays(absence)}. During that time, you'll get their emails about invoices, and you can approve for them. The activity log shows on whose behalf you approved.`,
    ],
    facts: [
      ['Away', absenceDays(absence)],
      ['Email', email],
    ],
    button: {
      text: 'See what is waiting',
      url: `${settings.publicUrl}/approve-invoice?waitingFor=me`,
    },
    notes: ['You may need to sign in first.'],
    reason: reasonFor(settings),
  }),
})
