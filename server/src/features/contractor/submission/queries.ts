// Finds earlier submissions, and locks a vendor while one becomes a bill.
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/client.ts'
import { prepared } from '../../../db/prepared.ts'
import { bill, invoiceFile } from '../../../db/schema/contractor.ts'
import { LISTED } from '../queries.ts'
import type { EarlierBill } from './duplicates.ts'

const EARLIER_MAX = 50

/** Serializes the submissions of one vendor until the transaction ends, so none misses another. */
export const lockVendor = async (tx: Db, vendor: string): Promise<void> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(lower(${vendor}), 1))`)
}

const submissionByKey = prepared((db) =>
  db
    .select({ bill, sha256: invoiceFile.sha256 })
    .from(bill)
    .leftJoin(invoiceFile, eq(invoiceFile.id, bill.fileId))
    .where(
      and(eq(bill.email, sql.placeholder('email')), eq(bill.submissionKey, sql.placeholder('key'))),
    )
    .prepare('submission_by_key'),
)

/** The bill of the submission with this idempotency key. */
export const findSubmission = async (db: Db, email: string, key: string) => {
  const [row] = await submissionByKey(db).execute({ email, key })
  return row
}

const earlierBills = prepared((db) => {
  const isSameVendor = sql<boolean>`lower(${bill.vendor}) = lower(${sql.placeholder('vendor')})`
  // Each half uses its own index. One condition with OR would read every bill.
  const sameNumber = db
    .select({ id: bill.id })
    .from(bill)
    .where(and(isSameVendor, eq(bill.invoiceNumberKey, sql.placeholder('invoiceNumberKey'))))
  const sameFile = db
    .select({ id: bill.id })
    .from(invoiceFile)
    .innerJoin(bill, eq(bill.fileId, invoiceFile.id))
    .where(eq(invoiceFile.sha256, sql.placeholder('sha256')))
  return db
    .select({ ...LISTED, invoiceNumberKey: bill.invoiceNumberKey, isSameVendor })
    .from(bill)
    .where(inArray(bill.id, unionAll(sameNumber, sameFile)))
    .orderBy(desc(bill.submittedAt))
    .limit(EARLIER_MAX)
    .prepare('earlier_bills')
})

/** The vendor's bills with the same number and any vendor's with the same file, newest first. */
export const listEarlierBills = (
  db: Db,
  candidate: { vendor: string; invoiceNumberKey: string; sha256: string | undefined },
): Promise<EarlierBill[]> =>
  earlierBills(db).execute({ ...candidate, sha256: candidate.sha256 ?? '' })
