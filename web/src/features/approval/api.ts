// API calls for invoice approval.
import {
  createQboBill,
  findQboBill,
  listBillsToVoid,
  listQboVendors,
  markBillVoided,
} from '@invoice-desk/contract/accounting'
import {
  approveInvoice,
  listPendingInvoices,
  type PENDING_SORTS,
  type Task,
} from '@invoice-desk/contract/approval'
import { checkVendor } from '@invoice-desk/contract/contractor'
import { parseCents } from '@invoice-desk/contract/money'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type CallInput, call, perform } from '../../shared/api.ts'
import { ApiError, isUnanswered, serverText } from '../../shared/api-error.ts'
import { PAGE_SIZE } from '../../shared/endless.ts'
import { today } from '../../shared/today.ts'
import { pagedQueryOptions } from '../../shared/use-endless.ts'
import type { AccountingCheck } from './posting/accounting-check.ts'

export const APPROVAL = ['approval'] as const

export const taskKey = (id: string) => [...APPROVAL, 'task', id]

export const taskQuery = (taskId: string) =>
  queryOptions({
    queryKey: taskKey(taskId),
    queryFn: async ({ signal }): Promise<Task> => {
      const task = await call(approveInvoice, { body: { taskId, action: 'fetch' }, signal })
      return { ...task, id: task.id || taskId }
    },
    staleTime: 0,
  })

type CheckedInvoice = Pick<Task['details'], 'vendor' | 'invoiceNumber'>

/** Never throws: the page treats a failed check as a result. */
export const readAccounting = async (
  { vendor, invoiceNumber }: CheckedInvoice,
  signal?: AbortSignal,
): Promise<AccountingCheck> => {
  try {
    const query = { vendorName: vendor, invoiceNumber }
    const answer = await call(findQboBill, { query, ...(signal ? { signal } : {}) })
    return { checked: true, ...answer }
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

export type PendingView = {
  readonly search: string
  readonly sort: (typeof PENDING_SORTS)[number]
  readonly order: 'asc' | 'desc'
  readonly dueSoon: boolean
}

export const DUE_SOON_DAYS = 7

/** Keeps the server's own message and replaces any other. */
export const rethrowPendingError = (error: unknown): never => {
  if (!(error instanceof ApiError) || serverText(error)) throw error
  throw new ApiError('Failed to fetch pending invoices', error)
}

export const pendingQuery = (view: PendingView, exclude: string | undefined) =>
  infiniteQueryOptions({
    ...pagedQueryOptions,
    queryKey: [...APPROVAL, 'pending', view, exclude],
    queryFn: async ({ pageParam: page, signal }) => {
      const { search, sort, order, dueSoon } = view
      const query = {
        sort,
        order,
        page,
        pageSize: PAGE_SIZE,
        ...(search ? { search } : {}),
        ...(dueSoon ? { dueWithinDays: DUE_SOON_DAYS } : {}),
        ...(exclude ? { exclude } : {}),
      }
      const { invoices, total } = await call(listPendingInvoices, { query, signal }).catch(
        rethrowPendingError,
      )
      return { rows: invoices, total }
    },
  })

export const vendorsQuery = queryOptions({
  queryKey: [...APPROVAL, 'vendors'],
  queryFn: ({ signal }) => call(listQboVendors, { signal }),
  staleTime: 60_000,
  retry: false,
})

type TaskBody = CallInput<typeof approveInvoice, 'body'>
type WithoutTask<Body> = Body extends unknown ? Omit<Body, 'taskId' | 'version'> : never
export type TaskRequest = WithoutTask<TaskBody>

/** Undefined when the action succeeded but its answer can't be read. */
export const actOn = ({ id: taskId, version }: Task, request: TaskRequest) =>
  perform(approveInvoice, {
    body: { taskId, ...(version > 0 && { version }), ...request } as TaskBody,
  })

export const toVoidQuery = queryOptions({
  queryKey: [...APPROVAL, 'to-void'],
  queryFn: ({ signal }) => call(listBillsToVoid, { signal }),
  staleTime: 0,
})

export const markVoided = (taskId: string) => call(markBillVoided, { body: { taskId } })

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
