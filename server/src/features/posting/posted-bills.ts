// Brings postings and their bills in line with our copy of QuickBooks: which are paid, voided or deleted.
import type { AuditAction } from '@invoice-desk/contract/activity/audit-actions'
import { recordBillEvent } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import { newJob } from '../../jobs/queue.ts'
import { isVoided } from '../../providers/quickbooks/bills.ts'
import type { Kept } from '../accounting/copy/records.ts'
import { billMailJob } from '../bills/job-kinds.ts'
import { listBillPayments } from '../bills/payment.ts'
import type { BillPosting } from '../bills/posted-bill.ts'
import { moveBill } from '../bills/write-bill.ts'
import {
  listBehind,
  listPaidBills,
  listPostedBills,
  listUnpaidBills,
  lockBills,
} from './posted-bills-queries.ts'
import { markBillGone, updateBill } from './queries.ts'

/** Applies what the copy says about these bills to their postings and statuses. */
export const followBills = async (
  tx: Db,
  realmId: string,
  billIds: readonly string[],
): Promise<void> => {
  const posted = billIds.length > 0 ? await listPostedBills(tx, realmId, billIds) : []
  if (posted.length === 0) return
  const locked = await lockBills(
    tx,
    posted.map(({ posting }) => posting.taskId),
  )
  for (const { posting, bill } of posted) await applyBill(tx, posting, bill)
  await settleBills(tx, locked)
}

/** For bills that didn't follow their posting, such as one approved after it was paid. */
export const followPostings = async (tx: Db): Promise<void> => {
  const ids = (await listBehind(tx)).map(({ id }) => id)
  if (ids.length > 0) await settleBills(tx, await lockBills(tx, ids))
}

/** The only place that marks bills as paid because of QuickBooks. */
const settleBills = async (tx: Db, locked: readonly string[]): Promise<void> => {
  for (const group of await byPayment(tx, await listPaidBills(tx, locked))) {
    const otherIds = group.slice(1).map(({ id }) => id)
    for (const [place, { id, paidAt }] of group.entries()) {
      const mail = { billId: id, step: 'paid', version: 0, otherIds } as const
      const jobs = place === 0 ? [newJob(billMailJob, mail)] : []
      await moveBill(tx, 'find_paid', { id, actor: 'system', values: { paidAt }, jobs })
    }
  }
  for (const { id } of await listUnpaidBills(tx, locked))
    await moveBill(tx, 'find_unpaid', { id, actor: 'system' })
}

type PaidBill = Awaited<ReturnType<typeof listPaidBills>>[number]

/** One group for all invoices that were paid together, because they get one email. */
const byPayment = async (tx: Db, paid: readonly PaidBill[]) => {
  const payments = await listBillPayments(
    tx,
    paid.map(({ id }) => id),
  )
  const groups = Map.groupBy(paid, ({ id, email }) => {
    const payment = payments.find(({ taskId }) => taskId === id)?.id ?? id
    return `${email} ${payment}`
  })
  return groups.values()
}

const applyBill = async (tx: Db, row: BillPosting, bill: Kept<'bill'> | null): Promise<void> => {
  if (!bill) {
    if (await markBillGone(tx, row)) await recordBill(tx, row.taskId, 'bill_deleted_in_quickbooks')
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
  if (isVoid && row.toVoidSince) await recordBill(tx, row.taskId, 'bill_voided_in_quickbooks')
}

const recordBill = (tx: Db, id: string, action: AuditAction): Promise<void> =>
  recordBillEvent(tx, { id, actor: 'system', action })
