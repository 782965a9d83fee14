// Builds the email to those who can approve a bill now.
import { formatUsd } from '@invoice-desk/contract/values/money'
import type { Sender } from '../../mail/content.ts'
import { renderMail } from '../../mail/layout.ts'
import type { Mail } from '../../providers/mail.ts'
import type { Config } from '../../settings/config.ts'
import { factsOf } from '../bills/mail-facts.ts'
import type { BillRow } from '../bills/queries.ts'

type Settings = Sender & Pick<Config, 'publicUrl'>

const LOOKS_LIKE_ANOTHER = {
  tone: 'warning',
  label: 'Check before you approve',
  text: 'It looks like an earlier bill. Compare the two first.',
} as const

type Notice = {
  readonly recipients: readonly string[]
  /** The bill's version. */
  readonly version: number
  readonly rule: string | undefined
  readonly approvedBy: readonly string[]
  readonly needed: number
}

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
