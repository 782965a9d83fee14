// Recording the bill of a task in QuickBooks, told apart by what the approver has to do about a failure.
import type { Task } from '@invoice-desk/contract/approval'
import { ApiError } from '../../shared/api-error.ts'
import { showToast } from '../../shared/toasts.ts'
import { createBill, readAccounting, readBillAccount } from './api.ts'

const CONNECTION_INVALID =
  'QuickBooks connection is invalid. Please reconnect QuickBooks and add the bill later.'

/** How a server without codes says it. */
const SAYS_INVALID = /invalid_grant|token refresh|refresh (the )?token/i

export type Added =
  | { readonly outcome: 'created' }
  /** Nothing is lost: the desk can record it later by itself. */
  | { readonly outcome: 'later'; readonly warning: string }
  /** Somebody has to put something right first. */
  | { readonly outcome: 'refused'; readonly error: string }

export const addBill = async (task: Task): Promise<Added> => {
  const account = await readBillAccount(task.details.email).catch(toError)
  if (account instanceof ApiError) return { outcome: 'refused', error: accountProblem(account) }
  if (account === '') return { outcome: 'refused', error: 'Vendor mapping not found' }
  const created = await createBill(task, account).catch(toError)
  return created instanceof ApiError ? failedBill(created) : { outcome: 'created' }
}

const toError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError('Something went wrong. Please try again.', { code: 'network' })

const accountProblem = (error: ApiError): string =>
  error.is('vendor_mapping_unknown') ? error.message : 'Failed to get vendor information'

export const failedBill = (error: ApiError): Added => {
  if (error.is('qbo_connection_invalid', 'qbo_not_connected') || SAYS_INVALID.test(error.message)) {
    return { outcome: 'later', warning: CONNECTION_INVALID }
  }
  const isPassing = error.status === 0 || error.status >= 500 || error.is('qbo_bill_in_progress')
  if (isPassing) return { outcome: 'later', warning: 'Failed to create bill in QuickBooks' }
  return { outcome: 'refused', error: error.message }
}

/** After a bill was created: says so, or that QuickBooks does not show it yet. */
export const announceBill = async (task: Task): Promise<void> => {
  showToast('success', 'Bill created in QuickBooks successfully')
  const check = await readAccounting(task.details)
  if (!check.checked || check.failed) {
    showToast(
      'warning',
      'Bill created but status check failed. Please refresh to see the latest status.',
    )
  } else if (!check.exists) {
    showToast('info', 'Bill created but not yet visible in QuickBooks. Please refresh in a moment.')
  }
}
