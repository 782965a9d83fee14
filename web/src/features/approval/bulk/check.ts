// Checks an invoice before it's decided together with others: what the approver should know about it first.
import { similarBillsText } from '@invoice-desk/contract/accounting/accounting'
import type { PendingInvoice, Task } from '@invoice-desk/contract/approval/approval'
import { billStatusFrom, PENDING_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { ERRORS } from '@invoice-desk/contract/http/errors'
import { formatDollars } from '@invoice-desk/contract/values/money'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError, messageOf } from '../../../shared/api/api-error.ts'
import { formatDay } from '../../../shared/text/times.ts'
import { taskQuery } from '../api.ts'
import { noteOnRejection } from '../decision/message-box.tsx'
import {
  type AccountingCheck,
  accountingStatus,
  type CheckedTask,
} from '../posting/accounting-check.ts'
import { CONNECTION_INVALID } from '../posting/add-bill.ts'
import { accountingQuery, readVendor } from '../posting/api.ts'
import { BECAUSE } from '../task/details-marks.tsx'

export type Choice = 'approve-and-add' | 'approve-and-skip' | 'reject'

export type Checked = { readonly invoice: PendingInvoice } & (
  | (CheckedTask & {
      /** Such an invoice is decided only if the approver says so after reading them. */
      readonly warnings: readonly string[]
    })
  /** Why it can't be decided now. */
  | { readonly refusal: string }
)

export type Decidable = Extract<Checked, { task: Task }>

export const isDecidable = (checked: Checked): checked is Decidable => 'task' in checked

export const checkInvoice = async (
  client: QueryClient,
  invoice: PendingInvoice,
  choice: Choice,
): Promise<Checked> => {
  try {
    const task = await client.fetchQuery(taskQuery(invoice.id))
    if (!PENDING_STATUSES.includes(billStatusFrom(task.status.name)))
      return { invoice, refusal: `This invoice is already ${task.status.name}.` }
    const isApproval = choice !== 'reject'
    if (isApproval && task.approval.refusal) return { invoice, refusal: task.approval.refusal }
    const { vendor, invoiceNumber, email } = task.details
    // The bill is added with the last approval.
    const isAdding = choice === 'approve-and-add' && task.approval.isLast
    const [check, account] = await Promise.all([
      client.fetchQuery(accountingQuery({ vendor, invoiceNumber })),
      isApproval ? accountProblem(email) : undefined,
    ])
    const checked = { invoice: currentOf(invoice, task), task, check }
    const refusal = isAdding ? (account ?? billProblem(check)) : undefined
    if (refusal && !isInQuickBooks(checked)) return { invoice, refusal }
    const warnings = [...changesOf(invoice, task), ...warningsOf(checked, choice, account)]
    return { ...checked, warnings }
  } catch (error) {
    return { invoice, refusal: messageOf(error) }
  }
}

const isInQuickBooks = ({ task, check }: CheckedTask): boolean =>
  accountingStatus(check, task.details).match === 'exact'

/** The task has the values that are decided about. The list may have been loaded before they changed. */
export const currentOf = (invoice: PendingInvoice, { details }: Task): PendingInvoice => {
  const { vendor, invoiceNumber, amount, dueDate } = details
  return { ...invoice, vendor, invoiceNumber, amount, dueDate }
}

/** The approver selected it in the list, where it may have been something else. */
export const changesOf = (invoice: PendingInvoice, { details }: Task): readonly string[] => {
  const changes: readonly (readonly [name: string, listed: string, current: string])[] = [
    ['vendor', invoice.vendor, details.vendor],
    ['invoice number', invoice.invoiceNumber, details.invoiceNumber],
    ['amount', formatDollars(invoice.amount), formatDollars(details.amount)],
    ['due date', formatDay(invoice.dueDate), formatDay(details.dueDate)],
  ]
  return changes.flatMap(([name, listed, current]) =>
    listed === current ? [] : [`The ${name} is now ${current}. It was ${listed}.`],
  )
}

/** Why no bill account is known for the contractor, if none is. */
const accountProblem = async (email: string): Promise<string | undefined> => {
  try {
    const { success, qb_bill_account } = await readVendor(email)
    if (success === false) return ERRORS.vendor_mapping_unknown.text
    return qb_bill_account ? undefined : `The vendor mapping for ${email} has no bill account.`
  } catch (error) {
    return error instanceof ApiError && error.is('vendor_mapping_unknown')
      ? error.message
      : 'Failed to get vendor information.'
  }
}

/** Why the bill can't be added, if it can't. It can wait until QuickBooks is connected again. */
const billProblem = (check: AccountingCheck): string | undefined => {
  if (!check.checked || check.isDisconnected) return undefined
  return check.exists || !check.reason ? undefined : `${check.reason}.`
}

export const warningsOf = (
  { task, check }: CheckedTask,
  choice: Choice,
  account?: string,
): readonly string[] => {
  const { match, label } = accountingStatus(check, task.details)
  if (choice === 'reject') {
    const note = noteOnRejection(task, match === 'exact')
    return note ? [note] : []
  }
  const warnings = task.duplicates.map(
    ({ invoiceNumber, status, because }) => `${invoiceNumber} (${status}) has ${BECAUSE[because]}.`,
  )
  if (match === 'exact') warnings.push("QuickBooks already has this bill. We won't add it again.")
  if (match === 'similar' && check.checked) warnings.push(similarBillsText(check.bills))
  if (match === 'unknown')
    warnings.push(check.checked && check.isDisconnected ? CONNECTION_INVALID : `${label}.`)
  return account ? [...warnings, account] : warnings
}
