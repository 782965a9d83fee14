// What staff can do with a task right now: what its status allows, unless QuickBooks has a say in it.
import { actionsOf, type BillStatus, type TaskAction } from '@invoice-desk/contract/bill-status'
import type { BillPosting } from '../accounting/queries.ts'

type Task = Readonly<{
  status: BillStatus
  /** How far adding its bill to QuickBooks got. */
  posting: BillPosting['state'] | null
  postLater: boolean
  paidBy: string | null
}>

export const actionsFor = (task: Task): TaskAction[] =>
  actionsOf(task.status).filter((action) => RULES[action]?.(task) ?? true)

const RULES: Partial<Record<TaskAction, (task: Task) => boolean>> = {
  update_vendor: ({ posting }) => hasNoBill(posting),
  // An invoice with a bill in QuickBooks, or one that may still get it, becomes paid there.
  mark_paid: ({ posting, postLater }) => hasNoBill(posting) && !postLater,
  // A payment in QuickBooks can't be undone here.
  unmark_paid: ({ paidBy }) => paidBy !== null,
}

const hasNoBill = (posting: Task['posting']): boolean => posting === null || posting === 'failed'
