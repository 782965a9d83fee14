// Emails about bills to void, and bills that couldn't be added to QuickBooks.
import type { BillStatus } from '@invoice-desk/contract/bills/bill-status'
import { formatUsd } from '@invoice-desk/contract/values/money'
import type { StaffNotice } from '../../mail/staff-mail.ts'
import type { Config } from '../../settings/config.ts'
import type { TaskToPost } from './post-later-queries.ts'
import type { BillToVoidRow } from './void-bills.ts'

export const voidNotice = (config: Config, bill: BillToVoidRow): StaffNotice => {
  const { heading, text, by = '' }: VoidTexts = VOID_TEXTS[bill.status] ?? CORRECTED
  return {
    messageId: `quickbooks-void-${bill.taskId}-${bill.toVoidSince?.getTime()}`,
    subject: `Void bill ${bill.invoiceNumber} from ${bill.vendorName} in QuickBooks`,
    heading,
    amount: formatUsd(bill.amountCents),
    paragraphs: [
      text,
      'It stays on the list of bills to void until QuickBooks shows it as voided or deleted.',
    ],
    facts: [
      ...factsOf(bill, bill.vendorName),
      ...(bill.turnedDownBy ? [[by, bill.turnedDownBy] as const] : []),
    ],
    button: openInvoice(config, bill.taskId),
    reason: whyApprovers(config),
  }
}

type VoidTexts = { readonly heading: string; readonly text: string; readonly by?: string }

const VOID_TEXTS: Partial<Record<BillStatus, VoidTexts>> = {
  rejected: {
    heading: 'A rejected invoice has a bill in QuickBooks',
    text: 'The invoice was rejected, but its bill is still in QuickBooks. Please void it there.',
    by: 'Rejected by',
  },
  changes_requested: {
    heading: 'An invoice that needs changes has a bill in QuickBooks',
    text: 'The contractor was asked to correct the invoice, but its earlier bill is still in QuickBooks. Please void it there.',
    by: 'Changes requested by',
  },
  withdrawn: {
    heading: 'A withdrawn invoice has a bill in QuickBooks',
    text: 'The contractor withdrew the invoice, but its bill is still in QuickBooks. Please void it there.',
  },
}

const CORRECTED: VoidTexts = {
  heading: 'A corrected invoice has an earlier bill in QuickBooks',
  text: 'The contractor corrected the invoice, but its earlier bill is still in QuickBooks. Please void it there.',
}

export const refusalNotice = (config: Config, task: TaskToPost, jobId: string): StaffNotice => ({
  messageId: `quickbooks-refused-${jobId}`,
  subject: `Invoice ${task.invoiceNumber} from ${task.vendor} couldn't be added to QuickBooks`,
  heading: "A bill couldn't be added to QuickBooks",
  amount: formatUsd(task.amountCents),
  paragraphs: [
    "The invoice was approved, but we couldn't add its bill automatically. We won't try again until someone adds it from the invoice's page.",
  ],
  callout: { tone: 'warning', text: task.postRefusal ?? 'QuickBooks gave no reason.' },
  facts: [...factsOf(task, task.vendor), ['Approved by', task.decidedBy ?? '']],
  button: openInvoice(config, task.id),
  reason: whyApprovers(config),
})

const whyApprovers = ({ businessName }: Config): string =>
  `You're getting this email because you approve invoices for ${businessName}.`

const factsOf = (bill: Pick<TaskToPost, 'invoiceNumber'>, vendor: string) =>
  [
    ['Vendor', vendor],
    ['Invoice number', bill.invoiceNumber],
  ] as const

const openInvoice = ({ publicUrl }: Config, taskId: string) => ({
  text: 'Open invoice',
  url: `${publicUrl}/approve-invoice?taskId=${taskId}`,
})
