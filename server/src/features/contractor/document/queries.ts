// Reads which documents haven't been read yet, and stores what was found in them.
import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { bill, invoiceFile } from '../../../db/schema/contractor.ts'

const { id, amounts, createdAt } = invoiceFile

/** Only invoices, not what is attached to them. The newest first, because they are the most likely to be undecided. */
export const listUnreadFiles = (db: Db, before: Date, limit: number) =>
  db
    .select({ fileId: id, billId: bill.id })
    .from(invoiceFile)
    .innerJoin(bill, eq(bill.fileId, id))
    .where(and(isNull(amounts), lt(createdAt, before)))
    .orderBy(desc(createdAt))
    .limit(limit)

export const storeAmounts = async (db: Db, fileId: string, found: number[]): Promise<void> => {
  await db.update(invoiceFile).set({ amounts: found }).where(eq(id, fileId))
}
