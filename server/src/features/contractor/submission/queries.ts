// Reads what decides about a submission: its link, an earlier request with its key, and similar bills.
import { and, desc, eq, exists, inArray, isNull, sql } from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'
import type { Db, Lock } from '../../../db/client.ts'
import { prepared } from '../../../db/prepared.ts'
import { bill, invoiceFile } from '../../../db/schema/bills.ts'
import { auditEvent } from '../../../db/schema/common.ts'
import { verification } from '../../../db/schema/contractor.ts'
import { vendorMapping } from '../../../db/schema/vendors.ts'
import {
  type BillRow,
  fileListOf,
  isOwnBill,
  type Owner,
  type StoredFile,
} from '../../bills/queries.ts'

const EARLIER_MAX = 50

/** Serializes the submissions of one vendor, so none misses another. */
export const vendorLock = (vendor: string): Lock => ({ space: 'vendorSubmissions', key: vendor })

/** The bill of the submission with this idempotency key. */
export const findSubmission = async (db: Db, email: string, key: string) => {
  const [row] = await db
    .select({ bill, files: fileListOf('bill') })
    .from(bill)
    .where(and(eq(bill.email, email), eq(bill.submissionKey, key)))
  return row && withSha256s(row)
}

const withSha256s = ({ bill, files }: { bill: BillRow; files: StoredFile[] | null }) => ({
  bill,
  sha256s: (files ?? []).map(({ sha256 }) => sha256),
})

/** The invoice first. */
export const listBillFiles = async (db: Db, { fileId, attachmentIds }: BillRow) => {
  const ids = fileId === null ? attachmentIds : [fileId, ...attachmentIds]
  const rows = await db.select().from(invoiceFile).where(inArray(invoiceFile.id, ids))
  return ids.flatMap((id) => rows.filter((row) => row.id === id).map((row) => ({ row })))
}

/** Those of these files that belong to bills which someone with this vendor and email can see. */
export const listOwnFiles = (db: Db, { email, vendor }: Owner, ids: readonly string[]) =>
  db
    .select()
    .from(invoiceFile)
    .where(
      and(
        inArray(invoiceFile.id, [...ids]),
        isNull(invoiceFile.erasedAt),
        exists(
          db
            .select({ id: bill.id })
            .from(bill)
            .where(
              and(
                isOwnBill(vendor, email),
                sql`${invoiceFile.id} = ANY (${bill.fileId} || ${bill.attachmentIds})`,
              ),
            ),
        ),
      ),
    )

/** How often staff chose another vendor since they last requested changes. Nothing else changes the version while a bill waits for them. */
export const countVendorChanges = async (db: Db, id: string): Promise<number> => {
  const { action, subjectKind, subjectId } = auditEvent
  const newestFirst = await db
    .select({ action })
    .from(auditEvent)
    .where(
      and(
        eq(subjectKind, 'bill'),
        eq(subjectId, id),
        inArray(action, ['bill_changes_requested', 'bill_vendor_changed']),
      ),
    )
    .orderBy(desc(auditEvent.id))
  return Math.max(
    0,
    newestFirst.findIndex((event) => event.action === 'bill_changes_requested'),
  )
}

const repeated = alias(bill, 'repeated')

const submissionState = prepared((db) => {
  const isSameVendor = sql<boolean>`lower(${bill.vendor}) = lower(${sql.placeholder('vendor')})`
  const isOwn = isOwnBill(sql.placeholder('ownVendor'), sql.placeholder('email'))
  // Each half uses its own index. One condition with OR would read every bill.
  const sameNumber = db
    .select({ id: bill.id })
    .from(bill)
    .where(and(isSameVendor, eq(bill.invoiceNumberKey, sql.placeholder('invoiceNumberKey'))))
  const sameFile = db
    .select({ id: bill.id })
    .from(invoiceFile)
    .innerJoin(bill, eq(bill.fileId, invoiceFile.id))
    .where(sql`${invoiceFile.sha256} = ANY (${sql.placeholder('sha256s')}::text[])`)
  const earlier = db
    .select({
      id: bill.id,
      invoiceNumber: bill.invoiceNumber,
      invoiceNumberKey: bill.invoiceNumberKey,
      amountCents: bill.amountCents,
      status: bill.status,
      submittedAt: bill.submittedAt,
      isSameVendor: isSameVendor.as('is_same_vendor'),
      isOwn: sql<boolean>`${isOwn}`.as('is_own'),
    })
    .from(bill)
    .where(inArray(bill.id, unionAll(sameNumber, sameFile)))
    .orderBy(desc(bill.submittedAt))
    .limit(EARLIER_MAX)
    .as('earlier')
  const { expiresAt, revokedAt } = verification
  return db
    .select({
      link: { expiresAt, revokedAt, vendor: vendorMapping.vendor },
      repeated,
      files: fileListOf('repeated'),
      earlier: {
        id: earlier.id,
        invoiceNumber: earlier.invoiceNumber,
        invoiceNumberKey: earlier.invoiceNumberKey,
        amountCents: earlier.amountCents,
        status: earlier.status,
        submittedAt: earlier.submittedAt,
        isSameVendor: earlier.isSameVendor,
        isOwn: earlier.isOwn,
      },
    })
    .from(verification)
    .leftJoin(vendorMapping, eq(vendorMapping.email, verification.email))
    .leftJoin(
      repeated,
      and(
        eq(repeated.email, verification.email),
        eq(repeated.submissionKey, sql.placeholder('key')),
      ),
    )
    .leftJoin(earlier, sql`true`)
    .where(eq(verification.tokenHash, sql.placeholder('tokenHash')))
    .orderBy(desc(earlier.submittedAt))
})

export type SubmissionState = Awaited<ReturnType<typeof readSubmissionState>>

/**
 * The link, the bill of an earlier request with this key, the vendor's bills with the same number and any vendor's whose
 * invoice is one of these files, newest first.
 */
export const readSubmissionState = async (
  db: Db,
  submission: {
    tokenHash: string
    key: string | undefined
    /** Of the contractor; their list shows its bills. */
    ownVendor: string
    email: string
    /** Of the invoice. */
    vendor: string
    invoiceNumberKey: string
    sha256s: readonly string[]
  },
) => {
  const { key = null } = submission
  const sha256s = `{${submission.sha256s.join()}}`
  const rows = await submissionState(db).execute({ ...submission, key, sha256s })
  const [first] = rows
  return {
    link: first?.link,
    repeated: first?.repeated
      ? withSha256s({ bill: first.repeated, files: first.files })
      : undefined,
    earlier: rows.flatMap(({ earlier }) => earlier ?? []),
  }
}
