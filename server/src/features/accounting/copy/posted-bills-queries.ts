// Finds posted bills that changed in QuickBooks, and updates the tasks that were paid there.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../../db/client.ts'
import { billPosting } from '../../../db/schema/accounting.ts'
import { qboRecord } from '../../../db/schema/accounting-copy.ts'
import { bill } from '../../../db/schema/contractor.ts'
import { outdatedCondition } from '../queries.ts'
import type { Kept } from './records.ts'

/** The postings of these bills, and the bills as our copy has them: null if they were deleted. */
export const listPostedBills = (db: Db, realmId: string, billIds: readonly string[]) =>
  db
    .select({ posting: billPosting, bill: sql<Kept<'bill'> | null>`${qboRecord.data}` })
    .from(billPosting)
    .leftJoin(
      qboRecord,
      and(
        eq(qboRecord.realmId, billPosting.realmId),
        eq(qboRecord.kind, 'bill'),
        eq(qboRecord.id, billPosting.billId),
      ),
    )
    .where(
      and(
        eq(billPosting.realmId, realmId),
        eq(billPosting.state, 'created'),
        inArray(billPosting.billId, [...billIds]),
      ),
    )

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

const HAS_BILL = `posting.state = 'created' AND NOT ${outdatedCondition('bill', 'posting')}`
const isPaidBehind = sql.raw(
  `(bill.status = 'approved' AND ${HAS_BILL} AND posting.paid_at IS NOT NULL)`,
)
const isUnpaidBehind = sql.raw(
  `(bill.status = 'paid' AND bill.paid_by IS NULL AND ${HAS_BILL} AND posting.paid_at IS NULL)`,
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

const changedTasks = z.array(z.object({ id: z.string(), version: z.number(), email: z.string() }))

const updateTasks = async (db: Db, locked: readonly string[], change: SQL, condition: SQL) => {
  const { rows } = await db.execute(sql`
    UPDATE bill SET ${change}, version = version + 1
    FROM bill_posting posting
    WHERE ${inArray(bill.id, [...locked])} AND posting.task_id = bill.id::text AND ${condition}
    RETURNING bill.id, bill.version, bill.email`)
  return changedTasks.parse(rows)
}

/** Marks locked tasks as paid if they're approved and QuickBooks says their bill is paid. Returns them. */
export const settlePaidTasks = (db: Db, locked: readonly string[]) =>
  updateTasks(db, locked, sql`status = 'paid', paid_at = posting.paid_at`, isPaidBehind)

/** Sets locked tasks back to approved if their payment was undone. Returns them. */
export const reopenUnpaidTasks = (db: Db, locked: readonly string[]) =>
  updateTasks(db, locked, sql`status = 'approved', paid_at = NULL`, isUnpaidBehind)
