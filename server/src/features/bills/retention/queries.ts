// Finds and erases the files and messages of invoices that have been over for as long as the settings say.
import { ALL_STATUSES, isClosed } from '@invoice-desk/contract/bills/bill-status'
import { and, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { daysAgo } from '../../../db/days-ago.ts'
import { billMessage, invoiceFile } from '../../../db/schema/bills.ts'
import { isOneOf } from '../../../db/schema/common.ts'

const { id, createdAt, erasedAt, isStored } = invoiceFile

// With plain names, because Drizzle leaves out the table of a column if there are no joins.
const CLOSED = sql.raw(isOneOf('bill.status', ALL_STATUSES.filter(isClosed)))

/** It was paid, rejected or withdrawn that many days ago. Never null. */
const isOver = (days: number): SQL => sql`coalesce(CASE
  WHEN bill.status = 'paid' THEN coalesce(bill.paid_at, bill.decided_at)
  WHEN ${CLOSED} THEN bill.decided_at
END < ${daysAgo(days)}, false)`

/**
 * No invoice needs it: all that have it are over, or a correction replaced it. The attachments have a condition of their
 * own, because each of the two uses its own index.
 */
const isDueFile = (days: number) =>
  and(
    isNull(erasedAt),
    lt(createdAt, daysAgo(days)),
    sql`NOT EXISTS (SELECT FROM bill WHERE bill.file_id = invoice_file.id AND NOT ${isOver(days)})`,
    sql`NOT EXISTS (SELECT FROM bill
      WHERE bill.attachment_ids <> '{}' AND bill.attachment_ids @> ARRAY[invoice_file.id] AND NOT ${isOver(days)})`,
  )

/** The oldest first. */
export const listDueFiles = async (db: Db, days: number, limit: number): Promise<string[]> => {
  const rows = await db
    .select({ id })
    .from(invoiceFile)
    .where(isDueFile(days))
    .orderBy(createdAt)
    .limit(limit)
  return rows.map((row) => row.id)
}

export const countDueFiles = (db: Db, days: number): Promise<number> =>
  db.$count(invoiceFile, isDueFile(days))

/**
 * Erases what is still due of these, except the files themselves, and returns how many. From then on, no one can open them.
 * Needs a transaction. The rows are locked first, so that the check sees a submission that has just taken one of them;
 * those that a submission is taking right now are left out.
 */
export const eraseFileRows = async (
  tx: Db,
  ids: readonly string[],
  days: number,
): Promise<number> => {
  const locked = await tx
    .select({ id })
    .from(invoiceFile)
    .where(inArray(id, [...ids]))
    .for('update', { skipLocked: true })
  if (locked.length === 0) return 0
  const found = locked.map((row) => row.id)
  const { rowCount } = await tx
    .update(invoiceFile)
    .set({ erasedAt: sql`now()`, name: '', amounts: [], found: null })
    .where(and(inArray(id, found), isDueFile(days)))
  return rowCount ?? 0
}

/** Those of these files that aren't erased. Until the transaction ends, they won't be. */
export const keepFiles = async (tx: Db, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await tx
    .select({ id })
    .from(invoiceFile)
    .where(and(inArray(id, [...ids]), isNull(erasedAt)))
    .for('share')
  return new Set(rows.map((row) => row.id))
}

/** Erased rows whose files are still in the store. */
export const listFilesToRemove = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db
    .select({ id })
    .from(invoiceFile)
    .where(and(isNotNull(erasedAt), isStored))
    .orderBy(id)
    .limit(limit)
  return rows.map((row) => row.id)
}

export const markRemoved = async (db: Db, ids: readonly string[]): Promise<void> => {
  await db
    .update(invoiceFile)
    .set({ isStored: false })
    .where(inArray(id, [...ids]))
}

const isDueMessage = (days: number): SQL =>
  sql`${lt(billMessage.createdAt, daysAgo(days))}
    AND EXISTS (SELECT FROM bill WHERE bill.id = bill_message.bill_id AND ${isOver(days)})`

export const listDueMessages = async (db: Db, days: number, limit: number): Promise<string[]> => {
  const rows = await db
    .select({ id: billMessage.id })
    .from(billMessage)
    .where(isDueMessage(days))
    .limit(limit)
  return rows.map((row) => row.id)
}

export const countDueMessages = (db: Db, days: number): Promise<number> =>
  db.$count(billMessage, isDueMessage(days))

/** Erases what is still due of these, and returns how many. */
export const eraseMessages = async (
  tx: Db,
  ids: readonly string[],
  days: number,
): Promise<number> => {
  const { rowCount } = await tx
    .delete(billMessage)
    .where(and(inArray(billMessage.id, [...ids]), isDueMessage(days)))
  return rowCount ?? 0
}

/** Whether any file was erased, so the file store may have fewer files than the database has rows. */
export const hasErasedInvoiceFiles = async (db: Db): Promise<boolean> => {
  const rows = await db.select({ id }).from(invoiceFile).where(eq(isStored, false)).limit(1)
  return rows.length > 0
}
