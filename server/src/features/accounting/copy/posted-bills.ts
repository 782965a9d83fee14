// Brings posted bills and their tasks in line with our copy of QuickBooks: which are paid, voided or deleted.
import type { AuditAction } from '@invoice-desk/contract/activity/audit-actions'
import { recordBillEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isVoided } from '../../../providers/quickbooks/bills.ts'
import { billMailJob } from '../../contractor/job-kinds.ts'
import { type BillPosting, listBillPayments, markBillGone, updateBill } from '../queries.ts'
import {
  listPostedBills,
  listTasksOutOfSync,
  lockTasks,
  reopenUnpaidTasks,
  settlePaidTasks,
} from './posted-bills-queries.ts'
import type { Kept } from './records.ts'

type Tools = Pick<Dependencies, 'jobs'>

/** Applies what the copy says about these bills to their postings and tasks. */
export const followBills = async (
  tools: Tools,
  tx: Db,
  realmId: string,
  billIds: readonly string[],
): Promise<void> => {
  const posted = billIds.length > 0 ? await listPostedBills(tx, realmId, billIds) : []
  if (posted.length === 0) return
  const locked = await lockTasks(
    tx,
    posted.map(({ posting }) => posting.taskId),
  )
  for (const { posting, bill } of posted) await applyBill(tx, posting, bill)
  await settleTasks(tools, tx, locked)
}

/** For tasks that didn't follow their bill, such as one approved after its bill was paid. */
export const followPostings = async (tools: Tools, tx: Db): Promise<void> => {
  const outOfSync = await listTasksOutOfSync(tx)
  if (outOfSync.length > 0) await settleTasks(tools, tx, await lockTasks(tx, outOfSync))
}

/** The only place that marks a task as paid because of QuickBooks. */
const settleTasks = async ({ jobs }: Tools, tx: Db, locked: readonly string[]): Promise<void> => {
  const paid = await settlePaidTasks(tx, locked)
  for (const { id } of paid) await recordTask(tx, id, 'bill_paid')
  for (const [{ id, version }, ...others] of await byPayment(tx, paid)) {
    const otherIds = others.map((other) => other.id)
    await jobs.send(tx, billMailJob, { billId: id, step: 'paid', version, otherIds })
  }
  for (const { id } of await reopenUnpaidTasks(tx, locked))
    await recordTask(tx, id, 'bill_unpaid_again')
}

type PaidTask = Awaited<ReturnType<typeof settlePaidTasks>>[number]

/** One email for all invoices that were paid together. */
const byPayment = async (tx: Db, paid: readonly PaidTask[]) => {
  const payments = await listBillPayments(
    tx,
    paid.map(({ id }) => id),
  )
  const groups = new Map<string, [PaidTask, ...PaidTask[]]>()
  for (const task of paid) {
    const payment = payments.find(({ taskId }) => taskId === task.id)?.id ?? task.id
    const group = groups.get(`${task.email} ${payment}`)
    if (group) group.push(task)
    else groups.set(`${task.email} ${payment}`, [task])
  }
  return groups.values()
}

const applyBill = async (tx: Db, row: BillPosting, bill: Kept<'bill'> | null): Promise<void> => {
  if (!bill) {
    if (await markBillGone(tx, row)) await recordTask(tx, row.taskId, 'bill_deleted_in_quickbooks')
    return
  }
  // A voided bill owes nothing but wasn't paid.
  const isVoid = isVoided(bill)
  const isPaid = bill.balanceCents === 0 && !isVoid
  await updateBill(tx, row, {
    balanceCents: bill.balanceCents,
    paidAt: isPaid ? (row.paidAt ?? new Date()) : null,
    ...(isVoid ? { toVoidSince: null } : {}),
  })
  if (isVoid && row.toVoidSince) await recordTask(tx, row.taskId, 'bill_voided_in_quickbooks')
}

const recordTask = (tx: Db, id: string, action: AuditAction): Promise<void> =>
  recordBillEvent(tx, { id, actor: 'system', action })
