// The queue of pending invoices, oldest first, and the place of the open one in it.
import type { PendingInvoice, Task } from '@invoice-desk/contract/approval/approval'
import { useEndless } from '../../../shared/lists/use-infinite-list.ts'
import { OLDEST_FIRST, pendingQuery } from '../api.ts'

/** Undefined until it's loaded. Long queues are loaded in part. */
export const useQueue = () => useEndless(pendingQuery(OLDEST_FIRST)).data

type Rows = readonly Pick<PendingInvoice, 'id' | 'approval'>[]
type Queue = { readonly rows: Rows; readonly total: number }

/** `2 of 8, oldest first`. */
export const positionText = ({ rows, total }: Queue, openId: string | undefined): string => {
  const index = rows.findIndex(({ id }) => id === openId)
  if (index >= 0) return `${index + 1} of ${total}, oldest first`
  return total === 0 ? 'Nothing left to review' : `${total} pending, oldest first`
}

type Neighbors = Pick<Task, 'previousTaskId' | 'nextTaskId'>

/** Before the task is loaded. Afterwards it knows its neighbors better: a long queue is loaded in part. */
export const neighborsIn = (rows: Rows, openId: string): Neighbors => {
  const index = rows.findIndex(({ id }) => id === openId)
  if (index < 0) return { previousTaskId: undefined, nextTaskId: undefined }
  return { previousTaskId: rows[index - 1]?.id, nextTaskId: rows[index + 1]?.id }
}

const BEFORE = 2

/** The open invoice with its neighbors, or the oldest ones if it isn't in the queue. */
export const rowsAround = <Row extends Rows[number]>(
  rows: readonly Row[],
  openId: string | undefined,
  size: number,
): readonly Row[] => {
  const index = rows.findIndex(({ id }) => id === openId)
  const first = Math.max(0, Math.min(index - BEFORE, rows.length - size))
  return rows.slice(first, first + size)
}

/** The invoice to open after a decision: the next one that the approver can approve, or else the oldest. */
export const nextAfter = (
  { id, nextTaskId }: Pick<Task, 'id' | 'nextTaskId'>,
  rows: Rows,
): string | undefined => {
  const isNext = (row: Rows[number]) => row.id !== id && (row.approval?.isYours ?? true)
  const later = rows.slice(rows.findIndex((row) => row.id === id) + 1).find(isNext)
  if (rows.some((row) => row.id === id) && later) return later.id
  // A long queue is loaded in part.
  const isUnknown = !rows.some((row) => row.id === nextTaskId)
  return (isUnknown ? nextTaskId : undefined) ?? rows.find(isNext)?.id
}
