// A task as its approver sees it.
import {
  type PendingInvoice,
  TASK_STATUSES,
  type Task,
  type TaskEvent,
} from '@invoice-desk/contract/approval'
import { formatUsd } from '@invoice-desk/contract/money'
import type { FileLinks } from '../../file-links.ts'
import type { listPending } from './pending-queries.ts'
import type { listBillsByIds, listHistory, TaskRow } from './queries.ts'

type Rows<F extends (...args: never[]) => Promise<unknown[]> | PromiseLike<unknown[]>> = Awaited<
  ReturnType<F>
>

export type TaskParts = {
  row: TaskRow
  history: Rows<typeof listHistory>
  resembled: Rows<typeof listBillsByIds>
  neighbours: { previous: string | undefined; next: string | undefined }
}

export const taskView = (
  { row, history, resembled, neighbours }: TaskParts,
  links: FileLinks,
): Task => {
  const { bill, file, posting } = row
  return {
    id: bill.id,
    version: bill.version,
    status: TASK_STATUSES[bill.status],
    details: {
      vendor: bill.vendor,
      invoiceNumber: bill.invoiceNumber,
      amount: formatUsd(bill.amountCents),
      email: bill.email,
      documents: file ? [{ name: file.name, type: file.type, url: links.urlOf(file.id) }] : [],
      dueDate: bill.dueDate,
      dateCreated: bill.submittedAt.getTime(),
      ...(bill.status === 'rejected' && bill.rejectReason
        ? { rejectReason: bill.rejectReason }
        : {}),
    },
    duplicates: bill.duplicates.flatMap(({ billId, because }) => {
      const other = resembled.find(({ id }) => id === billId)
      if (!other) return []
      const { name } = TASK_STATUSES[other.status]
      return [{ id: billId, invoiceNumber: other.invoiceNumber, status: name, because }]
    }),
    posting: postingView(posting, bill.postLater),
    history: history.map(eventView),
    ...(neighbours.previous === undefined ? {} : { previousTaskId: neighbours.previous }),
    ...(neighbours.next === undefined ? {} : { nextTaskId: neighbours.next }),
  }
}

/** `waiting` is whatever the desk still works on by itself. */
const postingView = (posting: TaskRow['posting'], isToCome: boolean): Task['posting'] => {
  if (posting?.state === 'created') {
    return { state: 'created', ...(posting.billId === null ? {} : { billId: posting.billId }) }
  }
  if (isToCome || posting?.state === 'intent' || posting?.state === 'unknown')
    return { state: 'waiting' }
  return { state: posting?.state === 'failed' ? 'failed' : 'none' }
}

const eventView = ({
  at,
  actor,
  action,
  details,
}: Rows<typeof listHistory>[number]): TaskEvent => ({
  at: at.toISOString(),
  actor,
  action,
  ...(typeof details.reason === 'string' ? { reason: details.reason } : {}),
  ...(typeof details.vendor === 'string' ? { detail: details.vendor } : {}),
})

export const pendingView = (row: Rows<typeof listPending>[number]): PendingInvoice => ({
  id: row.id,
  invoiceNumber: row.invoiceNumber,
  vendor: row.vendor,
  amount: formatUsd(row.amountCents),
  dueDate: row.dueDate,
  dateCreated: String(row.submittedAt.getTime()),
})
