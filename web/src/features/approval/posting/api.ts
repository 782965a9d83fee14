// API calls about a task's bill in QuickBooks.
import { createQboBill, findQboBill } from '@invoice-desk/contract/accounting/accounting'
import type { Task } from '@invoice-desk/contract/approval/approval'
import { checkVendor } from '@invoice-desk/contract/contractor/contractor'
import { parseCents } from '@invoice-desk/contract/values/money'
import { queryOptions } from '@tanstack/react-query'
import { call, perform } from '../../../shared/api/api.ts'
import { ApiError, isUnanswered } from '../../../shared/api/api-error.ts'
import { today } from '../../../shared/text/today.ts'
import { APPROVAL } from '../api.ts'
import type { AccountingCheck } from './accounting-check.ts'

type CheckedInvoice = Pick<Task['details'], 'vendor' | 'invoiceNumber'>

/** Never throws: the page treats a failed check as a result. */
const readAccounting = async (
  { vendor, invoiceNumber }: CheckedInvoice,
  signal?: AbortSignal,
): Promise<AccountingCheck> => {
  try {
    const query = { vendorName: vendor, invoiceNumber }
    const answer = await call(findQboBill, { query, ...(signal ? { signal } : {}) })
    // Without a time, QuickBooks has just been asked.
    return { checked: true, ...answer, asOf: answer.asOf ?? new Date().toISOString() }
  } catch (error) {
    if (signal?.aborted) throw error
    const reason = isUnanswered(error)
      ? 'Error checking QuickBooks status'
      : 'Failed to check QuickBooks status'
    const isDisconnected =
      error instanceof ApiError && error.is('qbo_connection_invalid', 'qbo_not_connected')
    return { checked: true, exists: false, bills: [], failed: true, isDisconnected, reason }
  }
}

export const accountingQuery = (invoice: CheckedInvoice) =>
  queryOptions({
    queryKey: [...APPROVAL, 'check', invoice],
    queryFn: ({ signal }) => readAccounting(invoice, signal),
    staleTime: 0,
  })

/** The vendor that an email is mapped to, with its bill account. */
export const readVendor = (email: string) =>
  call(checkVendor, { body: { email, auth_type: 'google' } })

export const createBill = (
  { id, details }: Task,
  qbBillAccount: string,
  similarBillIds: readonly string[],
) =>
  perform(createQboBill, {
    body: {
      taskId: id,
      vendorName: details.vendor,
      invoiceNumber: details.invoiceNumber,
      amount: (parseCents(details.amount) ?? 0) / 100,
      date: today(),
      qbBillAccount,
      similarBillIds: [...similarBillIds],
    },
  })
