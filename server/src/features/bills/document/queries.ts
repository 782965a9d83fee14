// Reads which documents haven't been read yet, stores what was found in them, and compares it with a bill.
import type { ReadDocument } from '@invoice-desk/contract/document/read-document'
import type { FoundInvoice } from '@invoice-desk/contract/document/read-invoice'
import { and, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { bill, IS_PENDING, invoiceFile } from '../../../db/schema/bills.ts'

const { id, type, amounts, found, createdAt, erasedAt } = invoiceFile
const file = { fileId: id, billId: bill.id }

/** Only invoices, not what is attached to them. The newest first, because they are the most likely to be undecided. */
export const listUnreadFiles = async (db: Db, before: Date, limit: number) => [
  ...(await db
    .select(file)
    .from(invoiceFile)
    .innerJoin(bill, eq(bill.fileId, id))
    .where(and(isNull(amounts), lt(createdAt, before)))
    .orderBy(desc(createdAt))
    .limit(limit)),
  // An earlier version read only their amounts. What is decided doesn't need the rest.
  ...(await db
    .select(file)
    .from(bill)
    .innerJoin(invoiceFile, eq(bill.fileId, id))
    .where(
      and(
        sql.raw(IS_PENDING),
        eq(type, 'application/pdf'),
        ...[isNotNull(amounts), isNull(found), isNull(erasedAt)],
      ),
    )
    .orderBy(desc(createdAt))
    .limit(limit)),
]

export const storeDocument = async (
  db: Db,
  fileId: string,
  { amounts, ...found }: ReadDocument,
): Promise<void> => {
  await db
    .update(invoiceFile)
    .set({ amounts, found })
    .where(and(eq(id, fileId), isNull(erasedAt)))
}

/** What the document says, and whether the invoice's values are anywhere in it. */
export type Comparison = {
  readonly invoice: FoundInvoice
  readonly hasAmount: boolean
  readonly hasAmounts: boolean
}

/** Null until the document has been read. `table` is the bill's table or an alias. */
export const documentComparison = (table: string) =>
  sql<Comparison | null>`(
  SELECT json_build_object(
    'invoice', found -> 'invoice',
    'hasAmount', amounts @> to_jsonb(${sql.raw(table)}.amount_cents),
    'hasAmounts', amounts <> '[]')
  FROM invoice_file
  WHERE invoice_file.id = ${sql.raw(table)}.file_id AND found IS NOT NULL)`.as('comparison')
