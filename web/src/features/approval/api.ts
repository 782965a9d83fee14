// API calls for invoice approval.
import { listBillsToVoid, markBillVoided } from '@invoice-desk/contract/accounting/accounting'
import {
  approveInvoice,
  listPendingInvoices,
  type PENDING_SORTS,
  type Task,
} from '@invoice-desk/contract/approval/approval'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type CallInput, call, perform } from '../../shared/api/api.ts'
import { ApiError, serverText } from '../../shared/api/api-error.ts'
import { PAGE_SIZE } from '../../shared/lists/infinite-list.ts'
import { pagedQueryOptions } from '../../shared/lists/use-infinite-list.ts'

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

export type PendingView = {
  readonly search: string
  readonly sort: (typeof PENDING_SORTS)[number]
  readonly order: 'asc' | 'desc'
  readonly dueSoon: boolean
  readonly isYours: boolean
}

/** The order in which invoices are reviewed, and the first view of the list. */
export const OLDEST_FIRST: PendingView = {
  search: '',
  sort: 'submitted',
  order: 'asc',
  dueSoon: false,
  isYours: false,
}

export const DUE_SOON_DAYS = 7

/** Keeps the server's own message and replaces any other. */
export const rethrowPendingError = (error: unknown): never => {
  if (!(error instanceof ApiError) || serverText(error)) throw error
  throw new ApiError('Failed to fetch pending invoices', error)
}

export const pendingQuery = (view: PendingView) =>
  infiniteQueryOptions({
    ...pagedQueryOptions,
    queryKey: [...APPROVAL, 'pending', view],
    queryFn: async ({ pageParam: page, signal }) => {
      const { search, sort, order, dueSoon, isYours } = view
      const query = {
        sort,
        order,
        page,
        pageSize: PAGE_SIZE,
        ...(search ? { search } : {}),
        ...(dueSoon ? { dueWithinDays: DUE_SOON_DAYS } : {}),
        ...(isYours ? { isYours: 'yes' as const } : {}),
      }
      const { invoices, total } = await call(listPendingInvoices, { query, signal }).catch(
        rethrowPendingError,
      )
      return { rows: invoices, total }
    },
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
