// Mail about QuickBooks: to those who manage connections when it can't be reached, and to approvers about bills they
// have to void or put right.
import { businessDay } from '@invoice-desk/contract/business-day'
import { formatUsd } from '@invoice-desk/contract/money'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { renderMail, type Sender } from '../../../mail/layout.ts'
import type { Mail } from '../../../providers/mail.ts'
import { claimNotice } from '../connection/queries.ts'
import { noticeJob } from '../job-kinds.ts'
import type { RefusedTask } from '../posting/post-later-queries.ts'
import type { BillToVoidRow } from '../voiding/queries.ts'

export type NoticeKind = 'invalid' | 'expired' | 'expiring'

/** Asks for the mail with the caller's transaction; at most once a day for each kind. */
export const sendNotice = async (
  { config, jobs }: Pick<Dependencies, 'config' | 'jobs'>,
  db: Db,
  notice: { kind: NoticeKind; reason: string },
): Promise<void> => {
  const day = businessDay(Date.now(), config.businessTimeZone)
  if (await claimNotice(db, `${notice.kind}:${day}`))
    await jobs.send(db, noticeJob, { ...notice, day })
}

const INTERRUPTED =
  'Bills cannot be added and invoices cannot be looked up until someone reconnects.'

const TEXTS = {
  invalid: { subject: 'QuickBooks is disconnected', consequence: INTERRUPTED },
  expired: { subject: 'The QuickBooks connection has expired', consequence: INTERRUPTED },
  expiring: {
    subject: 'The QuickBooks connection ends soon',
    consequence: 'Reconnect before then, and nothing is interrupted.',
  },
} as const satisfies Record<NoticeKind, { subject: string; consequence: string }>

export const noticeMail = (
  config: Sender & Pick<Config, 'publicUrl'>,
  { kind, reason, day }: { kind: NoticeKind; reason: string; day: string },
  recipients: readonly string[],
): Mail => {
  const { subject, consequence } = TEXTS[kind]
  return {
    messageId: `quickbooks-${kind}-${day}`,
    to: recipientsOf(config, recipients),
    ...renderMail(config, {
      subject,
      heading: subject,
      paragraphs: [`${reason}.`, consequence],
      button: { text: 'Manage connections', url: `${config.publicUrl}/connections` },
    }),
  }
}

const recipientsOf = (
  { contactEmail }: Sender,
  recipients: readonly string[],
): readonly string[] => (recipients.length > 0 ? recipients : [contactEmail])

export const voidNoticeMail = (
  config: Sender & Pick<Config, 'publicUrl'>,
  bill: BillToVoidRow,
  recipients: readonly string[],
): Mail => ({
  messageId: `quickbooks-void-${bill.taskId}-${bill.since?.getTime()}`,
  to: recipientsOf(config, recipients),
  ...renderMail(config, {
    subject: `Void bill ${bill.invoiceNumber} of ${bill.vendor} in QuickBooks`,
    heading: 'A rejected invoice has a bill in QuickBooks',
    paragraphs: [
      'The invoice was rejected, but its bill is still in QuickBooks. Please void it there.',
      'It stays on the list of bills to void until QuickBooks shows it as voided or deleted.',
    ],
    facts: [
      ['Vendor', bill.vendor],
      ['Invoice number', bill.invoiceNumber],
      ['Amount', formatUsd(bill.amountCents)],
      ['Rejected by', bill.rejectedBy ?? ''],
    ],
    button: {
      text: 'Open the invoice',
      url: `${config.publicUrl}/approve-invoice?taskId=${bill.taskId}`,
    },
  }),
})

export const refusalNoticeMail = (
  config: Sender & Pick<Config, 'publicUrl'>,
  { task, jobId }: { task: RefusedTask; jobId: string },
  recipients: readonly string[],
): Mail => ({
  messageId: `quickbooks-refused-${jobId}`,
  to: recipientsOf(config, recipients),
  ...renderMail(config, {
    subject: `Invoice ${task.invoiceNumber} from ${task.vendor} couldn't be added to QuickBooks`,
    heading: "A bill couldn't be added to QuickBooks",
    paragraphs: [
      'The invoice was approved, and we tried to add its bill to QuickBooks automatically.',
      task.postRefusal ?? '',
      "We won't try again until someone adds the bill from the invoice's page.",
    ],
    facts: [
      ['Vendor', task.vendor],
      ['Invoice number', task.invoiceNumber],
      ['Amount', formatUsd(task.amountCents)],
      ['Approved by', task.decidedBy ?? ''],
    ],
    button: {
      text: 'Open the invoice',
      url: `${config.publicUrl}/approve-invoice?taskId=${task.id}`,
    },
  }),
})
