// Reads and writes what QuickBooks reports: balances of posted bills, paid tasks and webhook events.
import { and, desc, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../../db/client.ts'
import { billPosting, qboWebhookEvent } from '../../../db/schema/accounting.ts'
import { bill } from '../../../db/schema/contractor.ts'

export const listPostingsOfBills = (db: Db, realmId: string, billIds: readonly string[]) =>
  db
    .select()
    .from(billPosting)
    .where(and(eq(billPosting.realmId, realmId), inArray(billPosting.billId, [...billIds])))

/** Bills not known to be paid, paged by task. */
export const listUnpaidBills = (db: Db, realmId: string, after: string, limit: number) =>
  db
    .select({ taskId: billPosting.taskId, billId: billPosting.billId })
    .from(billPosting)
    .where(
      and(
        eq(billPosting.realmId, realmId),
        eq(billPosting.state, 'created'),
        isNull(billPosting.paidAt),
        gt(billPosting.taskId, after),
      ),
    )
    .orderBy(billPosting.taskId)
    .limit(limit)

/** Stores the ids and returns those that are new. */
export const insertNewEvents = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  const inserted = await db
    .insert(qboWebhookEvent)
    .values(ids.map((id) => ({ id })))
    .onConflictDoNothing()
    .returning({ id: qboWebhookEvent.id })
  return new Set(inserted.map(({ id }) => id))
}

export const deleteEventsBefore = async (db: Db, before: Date): Promise<void> => {
  await db.delete(qboWebhookEvent).where(lt(qboWebhookEvent.receivedAt, before))
}

/** Tasks whose status doesn't match their bill, such as one approved after its bill was paid. */
export const listTasksOutOfSync = async (db: Db): Promise<string[]> => {
  const { rows } = await db.execute(sql`
    SELECT bill.id FROM bill JOIN bill_posting posting ON posting.task_id = bill.id::text
    WHERE ${isPaidBehind} OR ${isUnpaidBehind}`)
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id)
}

const isPaidBehind = sql.raw(
  `bill.status = 'approved' AND posting.state = 'created' AND posting.paid_at IS NOT NULL`,
)
const isUnpaidBehind = sql.raw(
  `bill.status = 'paid' AND bill.paid_by IS NULL AND posting.state = 'created' AND posting.paid_at IS NULL`,
)

/** Tasks are locked before postings, and in this order, to avoid deadlocks. */
export const lockTasks = async (db: Db, taskIds: readonly string[]): Promise<string[]> => {
  const locked = await db
    .select({ id: bill.id })
    .from(bill)
    .where(inArray(bill.id, [...taskIds]))
    .orderBy(bill.id)
    .for('update')
  return locked.map(({ id }) => id)
}

const changedTasks = z.array(z.object({ id: z.string(), version: z.number() }))

const updateTasks = async (db: Db, locked: readonly string[], change: SQL, condition: SQL) => {
  const { rows } = await db.execute(sql`
    UPDATE bill SET ${change}, version = version + 1
    FROM bill_posting posting
    WHERE ${inArray(bill.id, [...locked])} AND posting.task_id = bill.id::text AND ${condition}
    RETURNING bill.id, bill.version`)
  return changedTasks.parse(rows)
}

/** Marks locked tasks as paid if they're approved and QuickBooks says their bill is paid. Returns them. */
export const settlePaidTasks = (db: Db, locked: readonly string[]) =>
  updateTasks(db, locked, sql`status = 'paid', paid_at = posting.paid_at`, isPaidBehind)

/** Sets locked tasks back to approved if their payment was undone. Returns them. */
export const reopenUnpaidTasks = (db: Db, locked: readonly string[]) =>
  updateTasks(db, locked, sql`status = 'approved', paid_at = NULL`, isUnpaidBehind)

/** Tasks approved within the last `hours` without a posting, newest first. */
export const listApprovedWithoutPosting = (db: Db, hours: number, limit: number) => {
  const { id: taskId, vendor, invoiceNumber, amountCents } = bill
  return db
    .select({ taskId, vendor, invoiceNumber, amountCents })
    .from(bill)
    .leftJoin(billPosting, sql`${billPosting.taskId} = ${bill.id}::text`)
    .where(
      and(
        eq(bill.status, 'approved'),
        isNull(billPosting.taskId),
        gt(bill.decidedAt, sql`now() - make_interval(hours => ${hours})`),
      ),
    )
    .orderBy(desc(bill.decidedAt))
    .limit(limit)
}
