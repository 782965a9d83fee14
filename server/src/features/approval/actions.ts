// Decides what staff can do with a task, from its status and its bill in QuickBooks.
import {
  actionsOf,
  type BillStatus,
  type TaskAction,
} from '@invoice-desk/contract/bills/bill-status'
import type { BillPosting } from '../bills/posted-bill.ts'

type Task = Readonly<{
  status: BillStatus
  /** The state of its bill in QuickBooks. */
  posting: BillPosting['state'] | null
  postLater: boolean
  paidBy: string | null
}>

export const actionsFor = (task: Task): TaskAction[] =>
  actionsOf(task.status).filter((action) => RULES[action]?.(task) ?? true)

/** Whether the action depends on more than the status. */
export const hasRule = (action: TaskAction): boolean => action in RULES

const RULES: Partial<Record<TaskAction, (task: Task) => boolean>> = {
  update_vendor: ({ posting }) => hasNoBill(posting),
  // If an invoice has a bill in QuickBooks, or may still get one, it's marked as paid there.
  mark_paid: ({ posting, postLater }) => hasNoBill(posting) && !postLater,
  // A payment in QuickBooks can't be undone here.
  unmark_paid: ({ paidBy }) => paidBy !== null,
}

const hasNoBill = (posting: Task['posting']): boolean => posting === null || posting === 'failed'
