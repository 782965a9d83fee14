// Reads and writes vendor mappings.
import { isUuid } from '@invoice-desk/contract/ids'
import type { VendorFilter, VendorPage, VendorSort } from '@invoice-desk/contract/vendors'
import { and, asc, desc, eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { Part } from '../../db/list.ts'
import { mappingEditor } from '../../db/schema/approval.ts'
import { mappingText, vendorMapping } from '../../db/schema/vendors.ts'
import { hasWord, wordPatterns } from '../../db/search.ts'

export type MappingRow = typeof vendorMapping.$inferSelect
export type MappingFields = Pick<
  MappingRow,
  'email' | 'vendor' | 'qbBillAccount' | 'address' | 'track1099' | 'taxIdLast4' | 'taxIdType'
>

export type Filter = Omit<VendorFilter, 'sort'> & { readonly email?: string | undefined }

type Place = { readonly keys: readonly string[] }

const { email, vendor, qbBillAccount, track1099 } = vendorMapping

/** A part of the mappings, or all of them, with their marks, and how many match. */
export const listMappings = async (
  db: Db,
  filter: Filter,
  sort: VendorSort,
  part?: Part<Place>,
) => {
  const condition = conditionOf(filter)
  const { keys, isAfter, order } = orderOf(sort)
  const listed = db
    .select({
      ...getTableColumns(vendorMapping),
      isVendorKnown,
      isAccountKnown,
      keys,
      marks: marksState,
      total: sql<number>`(SELECT count(*)::int FROM ${vendorMapping} WHERE ${condition ?? sql`true`})`,
    })
    .from(vendorMapping)
    .where(and(condition, part?.after && isAfter(part.after.keys)))
    .orderBy(...order)
    .$dynamic()
  const rows = await (part ? listed.limit(part.limit).offset(part.offset ?? 0) : listed)
  // The total and the marks' state come with each row, so a page past the end needs another query.
  const [counted] = rows.length > 0 ? rows : await countMappings(db, condition)
  return { rows, total: counted?.total ?? 0, marks: counted?.marks ?? 'unavailable' }
}

export type ListedMapping = Awaited<ReturnType<typeof listMappings>>['rows'][number]

const countMappings = (db: Db, condition: SQL | undefined) =>
  db
    .select({ total: sql<number>`count(*)::int`, marks: marksState })
    .from(vendorMapping)
    .where(condition)

// Which vendors and accounts QuickBooks has, according to our copy

/** Whether the copy can tell. */
const marksState = sql<VendorPage['marks']>`coalesce((
  SELECT CASE WHEN filled_at IS NOT NULL THEN 'known' WHEN failed_at IS NULL THEN 'pending' END
  FROM qbo_connection LEFT JOIN qbo_copy USING (realm_id)), 'unavailable')`

const active = (kind: string, name: string) =>
  sql.raw(`
  SELECT lower(data ->> '${name}') AS name FROM qbo_connection JOIN qbo_record USING (realm_id)
  WHERE kind = '${kind}' AND (data ->> 'isActive')::boolean`)

const isVendorKnown = sql<boolean>`lower(${vendor}) IN (${active('vendor', 'name')})`

/** By its full name, or by its short name if only one account has it. */
const isAccountKnown = sql<boolean>`(${qbBillAccount} = '' OR lower(${qbBillAccount}) IN (
  ${active('account', 'fullyQualifiedName')} AND (data ->> 'isForBills')::boolean
  UNION ALL SELECT name FROM (${active('account', 'name')} AND (data ->> 'isForBills')::boolean) AS short
  GROUP BY name HAVING count(*) = 1))`

const isMissing = sql`(${marksState} = 'known' AND NOT (${isVendorKnown} AND ${isAccountKnown}))`

const conditionOf = (filter: Filter): SQL | undefined =>
  and(
    filter.email === undefined ? undefined : eq(email, filter.email),
    filter.account === undefined
      ? undefined
      : sql`lower(${qbBillAccount}) = lower(${filter.account})`,
    filter.hasAccount && (filter.hasAccount === 'yes' ? ne : eq)(qbBillAccount, ''),
    filter.track1099 && eq(track1099, filter.track1099 === 'yes'),
    filter.missing && isMissing,
    ...wordPatterns(filter.search ?? '').map((pattern) => hasWord(mappingText, pattern)),
  )

const byVendor = sql`lower(${vendor})`

/** Ignores case and ends with the unique email. */
const SORT_KEYS = {
  email: [sql`${email}`],
  vendor: [byVendor, sql`${email}`],
  qb_bill_account: [sql`lower(${qbBillAccount})`, byVendor, sql`${email}`],
} as const

const orderOf = (sort: VendorSort) => {
  const isDescending = sort.startsWith('-')
  const compared: readonly SQL[] = SORT_KEYS[sort.replace('-', '') as keyof typeof SORT_KEYS]
  const listOf = (values: readonly unknown[]) =>
    sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )
  const operator = sql.raw(isDescending ? '<' : '>')
  return {
    keys: sql<string[]>`ARRAY[${listOf(compared)}]`,
    isAfter: (keys: readonly string[]) => sql`(${listOf(compared)}) ${operator} (${listOf(keys)})`,
    order: compared.map(isDescending ? desc : asc),
  }
}

/** `lock` keeps the row until the transaction ends. */
export const findMapping = async (
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<MappingRow | undefined> => {
  if (!isUuid(id)) return undefined
  const found = db.select().from(vendorMapping).where(eq(vendorMapping.id, id)).$dynamic()
  const [row] = await (lock ? found.for('update') : found)
  return row
}

export const findMappingByEmail = async (
  db: Db,
  address: string,
): Promise<MappingRow | undefined> => {
  const [row] = await db.select().from(vendorMapping).where(eq(email, address))
  return row
}

/** Other transactions that map this email wait until this one ends. */
export const lockEmail = async (tx: Db, address: string): Promise<void> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${address}, 2))`)
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

/** Until the next invoice from these emails is approved, this person can't be the only one who approves it. */
export const recordEditor = async (
  tx: Db,
  editor: string,
  emails: readonly string[],
): Promise<void> => {
  // By the same clock as decisions.
  const editedAt = new Date()
  await tx
    .insert(mappingEditor)
    .values([...new Set(emails)].map((address) => ({ email: address, editor, editedAt })))
    .onConflictDoUpdate({
      target: [mappingEditor.email, mappingEditor.editor],
      set: { editedAt },
    })
}

const written = ([row]: MappingRow[]): MappingRow => {
  if (!row) throw new Error('The mapping was not written')
  return row
}

export const deleteMapping = async (tx: Db, id: string): Promise<void> => {
  await tx.delete(vendorMapping).where(eq(vendorMapping.id, id))
}
