// What a submission has to know before it becomes a bill, and the lock under which it finds out.
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { bill, invoiceFile } from '../../db/schema/contractor.ts'
import type { EarlierBill } from './duplicates.ts'

const EARLIER_MAX = 50

/** Submissions of one vendor take turns until the transaction ends, so that none overlooks another. */
export const lockVendor = async (tx: Db, vendor: string): Promise<void> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(lower(${vendor}), 1))`)
}

/** The bill that a submission with this key became. */
export const findSubmission = async (db: Db, email: string, key: string) => {
  const [row] = await db
    .select({ bill, sha256: invoiceFile.sha256 })
    .from(bill)
    .leftJoin(invoiceFile, eq(invoiceFile.id, bill.fileId))
    .where(and(eq(bill.email, email), eq(bill.submissionKey, key)))
  return row
}

/** Bills of the vendor with the same number, and anyone's with the same file; newest first. */
export const listEarlierBills = (
  db: Db,
  candidate: { vendor: string; invoiceNumberKey: string; sha256: string | undefined },
): Promise<EarlierBill[]> => {
  const isSameVendor = sql<boolean>`lower(${bill.vendor}) = lower(${candidate.vendor})`
  const filesAlike = db
    .select({ id: invoiceFile.id })
    .from(invoiceFile)
    .where(eq(invoiceFile.sha256, candidate.sha256 ?? ''))
  return db
    .select({
      id: bill.id,
      isSameVendor,
      invoiceNumber: bill.invoiceNumber,
      invoiceNumberKey: bill.invoiceNumberKey,
      amountCents: bill.amountCents,
      status: bill.status,
      submittedAt: bill.submittedAt,
    })
    .from(bill)
    .where(
      or(
        and(isSameVendor, eq(bill.invoiceNumberKey, candidate.invoiceNumberKey)),
        inArray(bill.fileId, filesAlike),
      ),
    )
    .orderBy(desc(bill.submittedAt))
    .limit(EARLIER_MAX)
}
