// Bills that are still in QuickBooks although their invoice was rejected.
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { billPosting } from '../../db/schema/accounting.ts'
import { bill } from '../../db/schema/contractor.ts'

const LISTED_MAX = 200

const isToVoid = and(isNotNull(billPosting.toVoidSince), eq(bill.status, 'rejected'))

const fields = {
  taskId: billPosting.taskId,
  billId: billPosting.billId,
  invoiceNumber: billPosting.invoiceNumber,
  vendor: billPosting.vendorName,
  amountCents: billPosting.amountCents,
  paidAt: billPosting.paidAt,
  since: billPosting.toVoidSince,
  rejectedBy: bill.decidedBy,
}

const selectToVoid = (db: Db) =>
  db
    .select(fields)
    .from(billPosting)
    .innerJoin(bill, eq(bill.id, sql`${billPosting.taskId}::uuid`))

export type BillToVoidRow = Awaited<ReturnType<typeof listBillsToVoid>>[number]

/** Newest first. */
export const listBillsToVoid = (db: Db) =>
  selectToVoid(db).where(isToVoid).orderBy(desc(billPosting.toVoidSince)).limit(LISTED_MAX)

export const findBillToVoid = async (
  db: Db,
  taskId: string,
): Promise<BillToVoidRow | undefined> => {
  const [row] = await selectToVoid(db).where(and(isToVoid, eq(billPosting.taskId, taskId)))
  return row
}

/** False when it is no longer one to void. */
export const clearToVoid = async (db: Db, taskId: string): Promise<boolean> => {
  const cleared = await db
    .update(billPosting)
    .set({ toVoidSince: null, updatedAt: sql`now()` })
    .where(and(eq(billPosting.taskId, taskId), isNotNull(billPosting.toVoidSince)))
    .returning({ taskId: billPosting.taskId })
  return cleared.length === 1
}
