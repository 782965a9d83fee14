// Adds a task's bill to QuickBooks. Each outcome requires something different from the approver.
import { type AccountingBill, similarBills } from '@invoice-desk/contract/accounting/accounting'
import type { Task } from '@invoice-desk/contract/approval/approval'
import { ERRORS } from '@invoice-desk/contract/http/errors'
import { ApiError, serverText } from '../../../shared/api/api-error.ts'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { type AccountingCheck, findExactBill, findUnseenBills } from './accounting-check.ts'
import { createBill, readVendor } from './api.ts'

export const CONNECTION_INVALID =
  'QuickBooks connection is invalid. Please reconnect QuickBooks and add the bill later.'
export const BILL_FAILED = ERRORS.qbo_bill_failed.text
const SAFE = "It's safe to try again. You won't create a second bill."
const UNCONFIRMED = `QuickBooks hasn't confirmed the bill yet. We'll keep checking. ${SAFE}`
const UNANSWERED = `We couldn't confirm whether the bill was added. ${SAFE}`

/** For servers that send no error codes. */
const SAYS_INVALID = /invalid_grant|token refresh|refresh (the )?token/i

export type Added =
  | { readonly outcome: 'created' }
  /** QuickBooks already has this bill. */
  | { readonly outcome: 'exists' }
  /** The bill is added once QuickBooks is reconnected. */
  | { readonly outcome: 'disconnected' }
  /** The bill may or may not have been created. */
  | { readonly outcome: 'unconfirmed'; readonly warning: string }
  /** The approver must agree first. */
  | { readonly outcome: 'similar'; readonly bills: readonly AccountingBill[] }
  | { readonly outcome: 'failed'; readonly failure: BillFailure }

export type BillFailure = {
  readonly text: string
  /** The invoice can be approved now, and the server keeps retrying. */
  readonly canWait?: boolean
  /** The email whose vendor mapping needs a bill account. */
  readonly emailWithoutAccount?: string
}

/** Adds the bill only if the check succeeded and found no bills except those the approver agreed to. */
export const checkAndAdd = async (
  task: Task,
  check: AccountingCheck,
  seenIds: readonly string[],
): Promise<Added> => {
  if (!check.checked) return failed({ text: BILL_FAILED, canWait: true })
  if (check.isDisconnected) return { outcome: 'disconnected' }
  if (check.failed) return failed({ text: `${BILL_FAILED}. ${check.reason}.`, canWait: true })
  const isUnnamed = check.exists && check.bills.length === 0
  if (isUnnamed || findExactBill(check.bills, task.details)) return { outcome: 'exists' }
  const bills = findUnseenBills(check, task.details, seenIds)
  return bills ? { outcome: 'similar', bills } : addBill(task, seenIds)
}

const addBill = async (task: Task, similarBillIds: readonly string[]): Promise<Added> => {
  const { email } = task.details
  const found = await readVendor(email).catch((error: ApiError) => error)
  const isError = found instanceof ApiError
  if (isError ? found.is('vendor_mapping_unknown') : found.success === false)
    return failed({ text: ERRORS.vendor_mapping_unknown.text })
  if (isError) return failed({ text: 'Failed to get vendor information' })
  if (!found.qb_bill_account)
    return failed({
      text: `The vendor mapping for ${email} has no bill account. Choose one in Vendor Management, then add the bill.`,
      emailWithoutAccount: email,
    })
  return createBill(task, found.qb_bill_account, similarBillIds).then(
    () => ({ outcome: 'created' }),
    outcomeOf,
  )
}

const failed = (failure: BillFailure): Added => ({ outcome: 'failed', failure })

export const outcomeOf = (error: ApiError): Added => {
  if (error.is('qbo_connection_invalid', 'qbo_not_connected') || SAYS_INVALID.test(error.message))
    return { outcome: 'disconnected' }
  if (error.is('qbo_bill_unknown', 'qbo_bill_in_progress'))
    return { outcome: 'unconfirmed', warning: UNCONFIRMED }
  const text = serverText(error)
  if (text === undefined) return { outcome: 'unconfirmed', warning: UNANSWERED }
  const similar = error.is('qbo_bill_differs') ? similarBills.safeParse(error.body) : undefined
  if (similar?.success) return { outcome: 'similar', bills: similar.data.bills }
  return failed({
    text: text.startsWith(BILL_FAILED) ? text : `${BILL_FAILED}. ${text}`,
    // Retrying doesn't help with a bill that QuickBooks refuses.
    canWait: error.status >= 500,
  })
}

/** A new bill may not show up in QuickBooks right away. */
export const warnIfUnseen = (task: Task, check: AccountingCheck) => {
  if (!check.checked || check.failed) {
    showToast(
      'warning',
      'Bill created but status check failed. Please refresh to see the latest status.',
    )
  } else if (!findExactBill(check.bills, task.details)) {
    showToast('info', 'Bill created but not yet visible in QuickBooks. Please refresh in a moment.')
  }
}
