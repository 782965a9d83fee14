// Reads and writes vendor mappings.
import { isUuid } from '@invoice-desk/contract/ids'
import type { VendorSort } from '@invoice-desk/contract/vendors'
import { and, asc, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { vendorMapping } from '../../db/schema/vendors.ts'
import { likePattern } from '../../escape.ts'

export type MappingRow = typeof vendorMapping.$inferSelect
export type MappingFields = Pick<
  MappingRow,
  'email' | 'vendor' | 'qbBillAccount' | 'address' | 'track1099' | 'taxIdLast4' | 'taxIdType'
>

export type Filter = { search?: string | undefined; email?: string | undefined }
export type Part = { limit: number; offset: number }

export const listMappings = (
  db: Db,
  filter: Filter,
  sort: VendorSort,
  part?: Part,
): Promise<MappingRow[]> => {
  const rows = db
    .select()
    .from(vendorMapping)
    .where(conditionOf(filter))
    .orderBy(...orderOf(sort))
    .$dynamic()
  return part ? rows.limit(part.limit).offset(part.offset) : rows
}

export const countMappings = (db: Db, filter: Filter): Promise<number> =>
  db.$count(vendorMapping, conditionOf(filter))

const conditionOf = ({ search, email }: Filter): SQL | undefined => {
  const pattern = likePattern(search ?? '')
  const { vendor, qbBillAccount } = vendorMapping
  return and(
    email === undefined ? undefined : eq(vendorMapping.email, email),
    search
      ? or(
          ilike(vendorMapping.email, pattern),
          ilike(vendor, pattern),
          ilike(qbBillAccount, pattern),
        )
      : undefined,
  )
}

/** Ignores case and ends with the unique email. */
const orderOf = (sort: VendorSort): SQL[] => {
  const direction = sort.startsWith('-') ? desc : asc
  const vendor = sql`lower(${vendorMapping.vendor})`
  const account = sql`lower(${vendorMapping.qbBillAccount})`
  const email = asc(vendorMapping.email)
  switch (sort) {
    case 'email':
    case '-email':
      return [direction(vendorMapping.email)]
    case 'qb_bill_account':
    case '-qb_bill_account':
      return [direction(account), asc(vendor), email]
    default:
      return [direction(vendor), email]
  }
}

export const findMapping = async (db: Db, id: string): Promise<MappingRow | undefined> => {
  if (!isUuid(id)) return undefined
  const [row] = await db.select().from(vendorMapping).where(eq(vendorMapping.id, id))
  return row
}

export const lockMapping = async (tx: Db, id: string): Promise<MappingRow | undefined> => {
  if (!isUuid(id)) return undefined
  const [row] = await tx.select().from(vendorMapping).where(eq(vendorMapping.id, id)).for('update')
  return row
}

export const findMappingByEmail = async (
  db: Db,
  email: string,
): Promise<MappingRow | undefined> => {
  const [row] = await db.select().from(vendorMapping).where(eq(vendorMapping.email, email))
  return row
}

/** Other transactions that map this email wait until this one ends. */
export const lockEmail = async (tx: Db, email: string): Promise<void> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${email}, 2))`)
}

export const insertMapping = async (tx: Db, fields: MappingFields): Promise<MappingRow> =>
  written(await tx.insert(vendorMapping).values(fields).returning())

/** The row must be locked. */
export const updateMapping = async (
  tx: Db,
  id: string,
  fields: MappingFields,
): Promise<MappingRow> =>
  written(
    await tx
      .update(vendorMapping)
      .set({ ...fields, version: sql`${vendorMapping.version} + 1`, updatedAt: sql`now()` })
      .where(eq(vendorMapping.id, id))
      .returning(),
  )

const written = ([row]: MappingRow[]): MappingRow => {
  if (!row) throw new Error('The mapping was not written')
  return row
}

export const deleteMapping = async (tx: Db, id: string): Promise<void> => {
  await tx.delete(vendorMapping).where(eq(vendorMapping.id, id))
}
