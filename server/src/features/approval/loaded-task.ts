// Reads the task that an approver acts on, and refuses what it doesn't allow.
import type { approveInvoice } from '@invoice-desk/contract/approval/approval'
import {
  actionsOf,
  type Decision,
  PENDING_STATUSES,
  taskStatusOf,
} from '@invoice-desk/contract/bills/bill-status'
import type { BodyOf } from '@invoice-desk/contract/http/endpoint'
import { isUuid } from '@invoice-desk/contract/values/ids'
import type { Db } from '../../db/client.ts'
import { AppError } from '../../lib/app-error.ts'
import { lockBill } from '../bills/queries.ts'
import { actionsFor } from './actions.ts'
import { findTask } from './queries.ts'

export type TaskBody = BodyOf<typeof approveInvoice>
export type ActionBody<A> = Extract<TaskBody, { action: A }>

export const taskUnknown = () => new AppError('task_unknown', { field: 'taskId' })

/** The task, unless it changed since the approver saw it. */
export const loadTask = async (db: Db, { taskId, version }: TaskBody) => {
  const task = isUuid(taskId) ? await findTask(db, taskId) : undefined
  if (!task) throw taskUnknown()
  if (version !== undefined && task.version !== version) throw new AppError('changed_meanwhile')
  return task
}
export type LoadedTask = Awaited<ReturnType<typeof loadTask>>

/** The same, locked until the transaction ends. Posting its bill to QuickBooks takes the same lock. */
export const lockTask = async (tx: Db, body: TaskBody): Promise<LoadedTask> => {
  await lockBill(tx, body.taskId)
  return loadTask(tx, body)
}

export const isPending = ({ status }: Pick<LoadedTask, 'status'>): boolean =>
  PENDING_STATUSES.includes(status)

export const assertAllowed = (task: LoadedTask, decision: Decision): void => {
  if (!actionsFor(task).includes(decision)) throw refusalOf(task, decision)
}

const refusalOf = ({ status, posting }: LoadedTask, decision: Decision): AppError => {
  const refuse = (text: string) => new AppError('task_action_refused', { text })
  if (decision === 'unmark_paid')
    return refuse('Only an invoice that was marked as paid here can be marked as not paid.')
  if (decision === 'request_changes' && status === 'changes_requested')
    return refuse('Changes were already requested for this invoice.')
  if (decision !== 'mark_paid')
    return refuse(
      status === 'paid'
        ? "This invoice is paid and can't be changed here anymore."
        : `This invoice is already ${taskStatusOf(status).name}.`,
    )
  if (status === 'paid') return refuse('This invoice is already paid.')
  if (!actionsOf(status).includes(decision))
    return refuse('Only an approved invoice can be marked as paid. Approve it first.')
  return posting === 'created'
    ? new AppError('task_has_bill', {
        text: "This invoice has a bill in QuickBooks. Once it's paid there, it's marked as paid here automatically.",
      })
    : new AppError('qbo_bill_in_progress', {
        text: "This invoice can't be marked as paid while its bill is being added to QuickBooks. Try again later.",
      })
}
