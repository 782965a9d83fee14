// Finds bills that are still in QuickBooks although their invoice was rejected.
import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { billPosting } from '../../../db/schema/accounting.ts'
import { bill } from '../../../db/schema/contractor.ts'
import { leftByReject } from '../queries.ts'

const LISTED_MAX = 200

/** Excludes a bill shared with an invoice that isn't rejected, such as the original of a duplicate. */
const isToVoid = and(
  isNotNull(billPosting.toVoidSince),
  eq(bill.status, 'rejected'),
  eq(leftByReject, 'yes'),
)

const fields = {
  taskId: billPosting.taskId,
  realmId: billPosting.realmId,
  billId: billPosting.billId,
  invoiceNumber: billPosting.invoiceNumber,
  vendor: billPosting.vendorName,
  amountCents: billPosting.amountCents,
  paidAt: billPosting.paidAt,
  since: billPosting.toVoidSince,
  rejectedBy: bill.decidedBy,
}

const selectToVoid = (db: Db, where: SQL | undefined) => {
  const isOfPosting = eq(bill.id, sql`${billPosting.taskId}::uuid`)
  const { realmId, billId, toVoidSince } = billPosting
  // Duplicates share a bill, which is listed once.
  return db
    .selectDistinctOn([realmId, billId], fields)
    .from(billPosting)
    .innerJoin(bill, isOfPosting)
    .where(and(isToVoid, where))
    .orderBy(realmId, billId, desc(toVoidSince))
}

export type BillToVoidRow = Awaited<ReturnType<typeof listBillsToVoid>>[number]

/** Newest first. */
export const listBillsToVoid = (db: Db) => {
  const listed = selectToVoid(db, undefined).as('listed')
  return db.select().from(listed).orderBy(desc(listed.since)).limit(LISTED_MAX)
}

export const findBillToVoid = async (db: Db, taskId: string) => {
  const [row] = await selectToVoid(db, eq(billPosting.taskId, taskId))
  return row
}

/** Takes the bill off the list for all invoices that share it. False if it's no longer on the list. */
export const clearToVoid = async (
  db: Db,
  { realmId, billId }: Pick<BillToVoidRow, 'realmId' | 'billId'>,
): Promise<boolean> => {
  const isOfBill = and(eq(billPosting.realmId, realmId), eq(billPosting.billId, billId ?? ''))
  const { rowCount } = await db
    .update(billPosting)
    .set({ toVoidSince: null, updatedAt: sql`now()` })
    .where(and(isOfBill, isNotNull(billPosting.toVoidSince)))
  return rowCount !== 0
}
