// Builds the approver's view of a task.
import type { PendingInvoice, Task, TaskEvent } from '@invoice-desk/contract/approval/approval'
import { isAccepted, type TaskAction, taskStatusOf } from '@invoice-desk/contract/bills/bill-status'
import { textFields } from '@invoice-desk/contract/bills/invoice-form'
import { formatUsd } from '@invoice-desk/contract/values/money'
import { correctionText } from '../../lib/audit-details.ts'
import type { FileLinks } from '../../secrets/file-links.ts'
import { type BillRow, keptOf, type StoredFile } from '../bills/queries.ts'
import { actionsFor } from './actions.ts'
import { changedView } from './corrections.ts'
import { documentCheckOf } from './document-check.ts'
import type { TaskRow } from './queries.ts'

type PendingRow = Pick<
  BillRow,
  'id' | 'invoiceNumber' | 'vendor' | 'amountCents' | 'dueDate' | 'submittedAt'
>

export const pendingView = (
  row: PendingRow,
  approval?: PendingInvoice['approval'],
): PendingInvoice => ({
  id: row.id,
  invoiceNumber: row.invoiceNumber,
  vendor: row.vendor,
  amount: formatUsd(row.amountCents),
  dueDate: row.dueDate,
  dateCreated: String(row.submittedAt.getTime()),
  approval,
})

export const taskView = (task: TaskRow, approval: Task['approval'], links: FileLinks): Task => {
  const { files, resembled } = task
  return {
    id: task.id,
    version: task.version,
    status: taskStatusOf(task.status),
    actions: actionsFor(task).filter((action) => !approval.refusal || !isRefused(task, action)),
    approval,
    details: {
      ...pendingView(task),
      ...textFields((field) => task[field]),
      amountDiffers: task.documentCheck === 'differs' || undefined,
      documentCheck: documentCheckOf(task, task.comparison),
      email: task.email,
      documents: keptOf(files).map(({ id, name, type }) => ({
        id,
        name,
        type,
        url: links.urlOf(id),
      })),
      filesErasedAt: erasedAtOf(files),
      dateCreated: task.submittedAt.getTime(),
      rejectReason: task.status === 'rejected' ? (task.rejectReason ?? undefined) : undefined,
      requestedChanges:
        task.status === 'changes_requested'
          ? { message: task.rejectReason ?? '', by: task.decidedBy ?? '' }
          : undefined,
      changed: changedView(task.changes),
    },
    duplicates: task.duplicates.flatMap(({ billId, because }) => {
      const other = resembled?.find(({ id }) => id === billId)
      if (!other) return []
      return [{ ...other, status: taskStatusOf(other.status).name, because }]
    }),
    posting: postingView(task),
    payment: paymentOf(task),
    history: (task.history ?? []).map(eventView),
    previousTaskId: task.previousId ?? undefined,
    nextTaskId: task.nextId ?? undefined,
  }
}

const erasedAtOf = (files: StoredFile[] | null): string | undefined => {
  const erasedAt = files?.find((file) => file.erasedAt !== null)?.erasedAt
  return erasedAt ? new Date(erasedAt).toISOString() : undefined
}

/** Adding the bill of a task that isn't approved is part of approving it. */
const isRefused = ({ status }: TaskRow, action: TaskAction): boolean =>
  action === 'approve' || (action === 'add_bill' && !isAccepted(status))

const paymentOf = ({ paidBy, paidDate, ...more }: TaskRow): Task['payment'] =>
  paidBy === null
    ? undefined
    : {
        date: paidDate ?? '',
        markedBy: paidBy,
        reference: more.paidReference ?? undefined,
        note: more.paidNote ?? undefined,
      }

const postingView = (task: TaskRow): Task['posting'] => {
  const leftByReject = task.posting === null ? 'no' : task.leftByReject
  return { ...postingStateOf(task), leftByReject, isToVoid: task.isToVoid ?? false }
}

type PostingRow = Pick<TaskRow, 'status' | 'posting' | 'qboBillId' | 'postLater' | 'postRefusal'>
type PostingState = Pick<Task['posting'], 'state' | 'billId' | 'refusal'>

/** `waiting`: the server keeps trying to add the bill. */
export const postingStateOf = (row: PostingRow): PostingState => {
  const { status, posting, qboBillId, postLater, postRefusal } = row
  if (posting === 'created') return { state: posting, billId: qboBillId ?? undefined }
  if (postLater || posting === 'intent' || posting === 'unknown') return { state: 'waiting' }
  if (status === 'approved' && postRefusal !== null)
    return { state: 'failed', refusal: postRefusal }
  return { state: posting ?? 'none' }
}

/** What staff entered about a payment. */
const paymentText = ({ reference, note }: Record<string, unknown>): string | undefined =>
  [reference, note].filter((text) => typeof text === 'string').join('\n') || undefined

const vendorText = ({ vendor, before }: Record<string, unknown>): string | undefined => {
  if (typeof vendor !== 'string') return undefined
  return typeof before === 'string' ? `${vendor} (was ${before})` : vendor
}

const eventView = ({ at, actor, action, details }: NonNullable<TaskRow['history']>[number]) => {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    at: new Date(at).toISOString(),
    actor,
    action,
    reason:
      action === 'bill_resubmitted'
        ? correctionText(details.changes)
        : (textOf(details.reason) ?? paymentText(details)),
    detail: vendorText(details) ?? textOf(details.paidDate ?? details.approvals),
    onBehalfOf: textOf(details.onBehalfOf),
  } satisfies TaskEvent
}
