// Finds posted bills that changed in QuickBooks, and bills whose status doesn't match.
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { billPosting } from '../../db/schema/accounting.ts'
import { qboRecord } from '../../db/schema/accounting-copy.ts'
import { bill } from '../../db/schema/bills.ts'
import type { Kept } from '../accounting/copy/records.ts'
import { outdatedCondition } from '../bills/posted-bill.ts'

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

const HAS_BILL = `bill_posting.state = 'created' AND NOT ${outdatedCondition('bill', 'bill_posting')}`
const isPaidBehind = sql.raw(
  `(bill.status = 'approved' AND ${HAS_BILL} AND bill_posting.paid_at IS NOT NULL)`,
)
const isUnpaidBehind = sql.raw(
  `(bill.status = 'paid' AND bill.paid_by IS NULL AND ${HAS_BILL} AND bill_posting.paid_at IS NULL)`,
)

const listWithPosting = (db: Db, condition: SQL | undefined) =>
  db
    .select({ id: bill.id, email: bill.email, paidAt: billPosting.paidAt })
    .from(bill)
    .innerJoin(billPosting, eq(billPosting.taskId, sql`${bill.id}::text`))
    .where(condition)
    .orderBy(bill.id)

/** Bills whose status doesn't match their posting, such as one approved after it was paid. */
export const listBehind = (db: Db) => listWithPosting(db, or(isPaidBehind, isUnpaidBehind))

/** Approved bills that are paid in QuickBooks. */
export const listPaidBills = (db: Db, ids: readonly string[]) =>
  listWithPosting(db, and(inArray(bill.id, [...ids]), isPaidBehind))

/** Bills whose payment was undone in QuickBooks. */
export const listUnpaidBills = (db: Db, ids: readonly string[]) =>
  listWithPosting(db, and(inArray(bill.id, [...ids]), isUnpaidBehind))

/** Bills are locked before postings, and in this order, to avoid deadlocks. */
export const lockBills = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const locked = await db
    .select({ id: bill.id })
    .from(bill)
    .where(inArray(bill.id, [...ids]))
    .orderBy(bill.id)
    .for('update')
  return locked.map(({ id }) => id)
}
