// Reads bills and their files.
import { isUuid } from '@invoice-desk/contract/values/ids'
import { eq, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { bill, invoiceFile } from '../../db/schema/bills.ts'
import { vendorMapping } from '../../db/schema/vendors.ts'

export type BillRow = typeof bill.$inferSelect

const selectBill = (db: Db, id: string) => db.select().from(bill).where(eq(bill.id, id))

export const findBill = async (db: Db, id: string): Promise<BillRow | undefined> =>
  isUuid(id) ? (await selectBill(db, id))[0] : undefined

/** Blocks other changes of the bill until the transaction ends. Must come before any lock on its posting. */
export const lockBill = async (tx: Db, id: string): Promise<BillRow | undefined> =>
  isUuid(id) ? (await selectBill(tx, id).for('update'))[0] : undefined

/** Contractors see the bills of their vendor, and those that they submitted and staff moved to another vendor. */
export type Owner = { readonly email: string; readonly vendor: string }

/** Whether someone with this vendor and this email can see the bill. */
export const isOwnBill = (vendor: unknown, email: unknown) =>
  or(eq(sql`lower(${bill.vendor})`, sql`lower(${vendor})`), sql`${bill.email} = ${email}`)

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

/** The bill account of the vendor that its sender is mapped to. */
export const findBillAccount = async (db: Db, email: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ qbBillAccount: vendorMapping.qbBillAccount })
    .from(vendorMapping)
    .where(eq(vendorMapping.email, email))
  return row?.qbBillAccount
}
