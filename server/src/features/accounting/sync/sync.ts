// Syncs posted bills with QuickBooks: which are paid, voided or deleted.
import { DAY_MS } from '@invoice-desk/contract/business-day'
import type { z } from 'zod'
import { recordBillEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { type Bill, CHANGES_DAYS_MAX, isVoided } from '../../../providers/quickbooks/bills.ts'
import { billMailJob } from '../../contractor/job-kinds.ts'
import { findConnectionRow, updateChangesSeen } from '../connection/queries.ts'
import { readChangesJob } from '../job-kinds.ts'
import { type BillPosting, markBillGone, updateBill } from '../queries.ts'
import {
  insertNewEvents,
  listPostingsOfBills,
  listTasksOutOfSync,
  listUnpaidBills,
  lockTasks,
  reopenUnpaidTasks,
  settlePaidTasks,
} from './queries.ts'
import type { WebhookEvent } from './webhook.ts'

/** Covers changes that were being written during the previous read. */
const OVERLAP_MS = 2 * 60_000
const BILLS_PER_PAGE = 500

export const createSync = (dependencies: Dependencies) => {
  const { database, jobs } = dependencies
  const { db } = database
  const quickbooks = dependencies.quickbooks.for('staff')

  /** The only place that marks a bill as paid because of QuickBooks. Webhooks and catch-up both end here. */
  const syncBills = async (billIds: readonly string[]): Promise<void> => {
    const realmId = (await findConnectionRow(db))?.realmId ?? ''
    const ours = billIds.length > 0 ? await listPostingsOfBills(db, realmId, billIds) : []
    const ids = ours.flatMap(({ billId }) => billId ?? [])
    const bills = new Map((await quickbooks.bills.listByIds(ids)).map((bill) => [bill.id, bill]))
    await db.transaction(async (tx) => {
      const outOfSync = await listTasksOutOfSync(tx)
      const locked = await lockTasks(tx, [...ours.map(({ taskId }) => taskId), ...outOfSync])
      for (const row of ours) await applyBill(tx, row, bills.get(row.billId ?? ''))
      for (const { id, version } of await settlePaidTasks(tx, locked)) {
        await recordTask(tx, id, 'bill_paid')
        await jobs.send(tx, billMailJob, { billId: id, step: 'paid', version })
      }
      for (const { id } of await reopenUnpaidTasks(tx, locked))
        await recordTask(tx, id, 'bill_unpaid_again')
    })
  }

  /** Reads what changed since the last run, or all unpaid bills if QuickBooks no longer lists those changes. */
  const catchUp = async (): Promise<void> => {
    const connection = await findConnectionRow(db)
    if (!connection) return
    const startedAt = new Date()
    const since = new Date(connection.changesSeenUntil.getTime() - OVERLAP_MS)
    const isAvailable = since.getTime() > startedAt.getTime() - (CHANGES_DAYS_MAX - 1) * DAY_MS
    const changes = isAvailable ? await quickbooks.bills.listChanges(since) : undefined
    await syncBills(changes?.billIds ?? [])
    if (!changes?.isComplete) await syncUnpaid(connection.realmId)
    await updateChangesSeen(db, connection.realmId, startedAt)
  }

  const syncUnpaid = async (realmId: string): Promise<void> => {
    let after = ''
    for (;;) {
      const page = await listUnpaidBills(db, realmId, after, BILLS_PER_PAGE)
      await syncBills(page.flatMap(({ billId }) => billId ?? []))
      after = page.at(-1)?.taskId ?? after
      if (page.length < BILLS_PER_PAGE) return
    }
  }

  const readChanges = async (ids: z.infer<typeof readChangesJob.data>): Promise<void> => {
    const paid = await quickbooks.bills.listIdsPaidBy(ids.billPaymentIds)
    await syncBills([...ids.billIds, ...paid])
  }

  /** Queues a job that reads what a webhook announced. Returns how many events were new. */
  const receiveEvents = async (events: readonly WebhookEvent[]): Promise<number> => {
    const realmId = (await findConnectionRow(db))?.realmId
    const ours = events.filter((event) => event.realmId === realmId)
    if (ours.length === 0) return 0
    return db.transaction(async (tx) => {
      const fresh = await insertNewEvents(tx, [...new Set(ours.map(({ id }) => id))])
      const newEvents = ours.filter(({ id }) => fresh.has(id))
      const idsOf = (entity: string) => {
        const ids = newEvents
          .filter((event) => event.entity === entity)
          .map(({ entityId }) => entityId)
        return [...new Set(ids)]
      }
      const ids = { billIds: idsOf('bill'), billPaymentIds: idsOf('billpayment') }
      const hasWork = ids.billIds.length + ids.billPaymentIds.length > 0
      if (hasWork) await jobs.send(tx, readChangesJob, ids)
      return fresh.size
    })
  }

  return { syncBills, catchUp, readChanges, receiveEvents }
}

const applyBill = async (tx: Db, row: BillPosting, bill: Bill | undefined): Promise<void> => {
  if (row.state !== 'created') return
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

const recordTask = (tx: Db, id: string, action: string): Promise<void> =>
  recordBillEvent(tx, { id, actor: 'system', action })
