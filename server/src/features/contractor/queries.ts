// Reads and writes verification links, and bills with their files.
import { and, eq, getTableColumns, isNull, lt, sql } from 'drizzle-orm'
import type { AuditEvent } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import { prepared, preparedFor } from '../../db/prepared.ts'
import { type NewJob, recordChange } from '../../db/record.ts'
import { bill, invoiceFile, verification } from '../../db/schema/contractor.ts'
import { vendorMapping } from '../../db/schema/vendors.ts'

const given = sql.placeholder

// Verification links

export const insertVerification = async (
  db: Db,
  row: Pick<typeof verification.$inferInsert, 'tokenHash' | 'email' | 'expiresAt'>,
): Promise<void> => {
  await db.insert(verification).values(row)
}

const linkByHash = prepared((db) =>
  db
    .select({
      email: verification.email,
      expiresAt: verification.expiresAt,
      revokedAt: verification.revokedAt,
      vendor: vendorMapping.vendor,
    })
    .from(verification)
    .leftJoin(vendorMapping, eq(vendorMapping.email, verification.email))
    .where(eq(verification.tokenHash, given('tokenHash'))),
)

/** The link and the vendor that its email is mapped to right now. */
export const findVerification = async (db: Db, tokenHash: string) => {
  const [row] = await linkByHash(db).execute({ tokenHash })
  return row
}

/** Revokes all links of an email. */
export const revokeVerifications = async (db: Db, email: string): Promise<void> => {
  await db
    .update(verification)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(verification.email, email), isNull(verification.revokedAt)))
}

export const deleteVerificationsExpiredBefore = async (db: Db, moment: Date): Promise<void> => {
  await db.delete(verification).where(lt(verification.expiresAt, moment))
}

export const findBillAccount = async (db: Db, email: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ qbBillAccount: vendorMapping.qbBillAccount })
    .from(vendorMapping)
    .where(eq(vendorMapping.email, email))
  return row?.qbBillAccount
}

// Bills

export type BillRow = typeof bill.$inferSelect

// Lists leave out the columns that only a single bill needs. Reading all columns of thousands of rows takes twice as
// long.
const {
  invoiceNumberKey,
  submissionKey,
  resubmissionKey,
  changes,
  duplicates,
  approvals,
  waitingSince,
  escalatedAt,
  decidedAt,
  decidedBy,
  postLater,
  postRefusal,
  paidAt,
  paidBy,
  paidDate,
  paidNote,
  paidReference,
  ...LISTED
} = getTableColumns(bill)

export { LISTED }
export type ListedBill = Pick<BillRow, keyof typeof LISTED>

type NewBill = typeof bill.$inferInsert
type NewFile = typeof invoiceFile.$inferInsert

const columnsOf = (row: object): string[] =>
  Object.entries(row).flatMap(([column, value]) => (value == null ? [] : column))
const givenRow = <Row>(columns: readonly string[], prefix = ''): Row =>
  Object.fromEntries(columns.map((column) => [column, given(prefix + column)])) as Row

type BillShape = { columns: string[]; fileColumns: string[]; hasJobs: boolean }

const billInsert = preparedFor((db, { columns, fileColumns, hasJobs }: BillShape) => {
  const changed = db
    .$with('changed')
    .as(db.insert(bill).values(givenRow<NewBill>(columns)).returning())
  const file = db.insert(invoiceFile).values(givenRow<NewFile>(fileColumns, 'file.'))
  const stored = fileColumns.length > 0 ? [db.$with('stored').as(file)] : []
  // The samples are added before there are queues.
  const recorded = { events: given('events'), ...(hasJobs && { jobs: given('jobs') }) }
  return recordChange(db, changed, recorded, stored).select().from(changed)
})

/** The bill with its file, its audit event and its jobs. */
export const insertBill = async (
  db: Db,
  row: NewBill,
  file: NewFile | undefined,
  { events, jobs = [] }: { events: readonly AuditEvent[]; jobs?: readonly NewJob[] },
): Promise<BillRow> => {
  const fileValues = Object.entries(file ?? {}).map(([column, value]) => [`file.${column}`, value])
  const shape = {
    columns: columnsOf(row),
    fileColumns: columnsOf(file ?? {}),
    hasJobs: jobs.length > 0,
  }
  const [inserted] = await billInsert(db, shape).execute({
    ...row,
    ...Object.fromEntries(fileValues),
    events: JSON.stringify(events),
    jobs: JSON.stringify(jobs),
  })
  if (!inserted) throw new Error('the bill was not inserted')
  return inserted
}

export const findBill = async (db: Db, id: string): Promise<BillRow | undefined> => {
  const [row] = await db.select().from(bill).where(eq(bill.id, id))
  return row
}

/** A file as `fileListOf` reads it. */
export type StoredFile = Pick<
  typeof invoiceFile.$inferSelect,
  'id' | 'name' | 'type' | 'bytes' | 'sha256'
> & { readonly createdAt: string; readonly erasedAt: string | null }

/** Those that weren't erased. */
export const keptOf = (files: StoredFile[] | null | undefined): StoredFile[] =>
  (files ?? []).filter(({ erasedAt }) => erasedAt === null)

/** The files of a bill in their order, the invoice first. `table` is its table or an alias. Null if it has none. */
export const fileListOf = (table: string) => sql<StoredFile[] | null>`(
  SELECT json_agg(json_build_object(
    'id', id, 'name', name, 'type', type, 'bytes', bytes, 'sha256', sha256, 'createdAt', created_at,
    'erasedAt', erased_at) ORDER BY place)
  FROM unnest(${sql.raw(`${table}.file_id || ${table}.attachment_ids`)}) WITH ORDINALITY AS listed (id, place)
  JOIN invoice_file USING (id))`

export const findInvoiceFile = async (db: Db, id: string) => {
  const [row] = await db.select().from(invoiceFile).where(eq(invoiceFile.id, id))
  return row
}

export const insertFiles = async (db: Db, rows: NewFile[]): Promise<void> => {
  if (rows.length > 0) await db.insert(invoiceFile).values(rows)
}

/**
 * False if the bill has already moved on, or was corrected since the approvers' email was written. Keeps the version, so
 * an approver who has it open can still decide.
 */
export const markSentForApproval = async (
  db: Db,
  { id, changes }: Pick<BillRow, 'id' | 'changes'>,
): Promise<boolean> => {
  const isSameRound = sql`${bill.changes} ->> 'resubmittedAt' IS NOT DISTINCT FROM ${changes.resubmittedAt ?? null}::text`
  const moved = await db
    .update(bill)
    .set({ status: 'sent_for_approval' })
    .where(and(eq(bill.id, id), eq(bill.status, 'received'), isSameRound))
    .returning({ id: bill.id })
  return moved.length === 1
}
