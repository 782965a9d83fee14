// A task as its approver sees it.
import type { Task, TaskEvent } from '@invoice-desk/contract/approval'
import { taskStatusOf } from '@invoice-desk/contract/bill-status'
import { formatUsd } from '@invoice-desk/contract/money'
import type { FileLinks } from '../../file-links.ts'
import { actionsFor } from './actions.ts'
import type { TaskRow } from './read-task.ts'

export const taskView = (task: TaskRow, links: FileLinks): Task => {
  const { file, resembled } = task
  return {
    id: task.id,
    version: task.version,
    status: taskStatusOf(task.status),
    actions: actionsFor({ ...task, posting: task.posting?.state ?? null }),
    details: {
      vendor: task.vendor,
      invoiceNumber: task.invoiceNumber,
      amount: formatUsd(Number(task.amountCents)),
      email: task.email,
      documents: file ? [{ name: file.name, type: file.type, url: links.urlOf(file.id) }] : [],
      dueDate: task.dueDate,
      dateCreated: task.submittedAt.getTime(),
      ...(task.status === 'rejected' && task.rejectReason
        ? { rejectReason: task.rejectReason }
        : {}),
    },
    duplicates: task.duplicates.flatMap(({ billId, because }) => {
      const other = resembled?.find(({ id }) => id === billId)
      if (!other) return []
      const { name } = taskStatusOf(other.status)
      return [{ id: billId, invoiceNumber: other.invoiceNumber, status: name, because }]
    }),
    posting: {
      ...stateOf(task),
      leftByReject: task.posting?.left ?? 'no',
      isToVoid: isToVoid(task),
    },
    ...paymentOf(task),
    history: (task.history ?? []).map(eventView),
    ...(task.previousId === null ? {} : { previousTaskId: task.previousId }),
    ...(task.nextId === null ? {} : { nextTaskId: task.nextId }),
  }
}

const isToVoid = ({ status, posting }: TaskRow): boolean =>
  status === 'rejected' &&
  posting !== null &&
  posting.toVoidSince !== null &&
  posting.left === 'yes'

const paymentOf = ({ paidBy, paidDate, paidNote }: TaskRow): Pick<Task, 'payment'> =>
  paidBy === null
    ? {}
    : {
        payment: {
          date: paidDate ?? '',
          markedBy: paidBy,
          ...(paidNote === null ? {} : { note: paidNote }),
        },
      }

/** `waiting` is whatever the desk still works on by itself. */
const stateOf = ({
  status,
  posting,
  postLater,
  postRefusal,
}: TaskRow): Pick<Task['posting'], 'state' | 'billId' | 'refusal'> => {
  if (posting?.state === 'created') {
    return { state: 'created', ...(posting.billId === null ? {} : { billId: posting.billId }) }
  }
  if (postLater || posting?.state === 'intent' || posting?.state === 'unknown')
    return { state: 'waiting' }
  if (status === 'approved' && postRefusal !== null)
    return { state: 'failed', refusal: postRefusal }
  return { state: posting?.state === 'failed' ? 'failed' : 'none' }
}

type EventRow = NonNullable<TaskRow['history']>[number]

const eventView = ({ at, actor, action, details }: EventRow): TaskEvent => {
  const reason = details.reason ?? details.note
  const detail = details.vendor ?? details.paidDate
  return {
    at: new Date(at).toISOString(),
    actor,
    action,
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(typeof detail === 'string' ? { detail } : {}),
  }
}
