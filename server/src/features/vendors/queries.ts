// Reads and writes vendor mappings.
import { isUuid } from '@invoice-desk/contract/values/ids'
import type {
  DetailsState,
  VendorFilter,
  VendorPage,
  VendorSort,
} from '@invoice-desk/contract/vendors/vendors'
import { eq, getTableColumns, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { type Db, LOCK_SPACES } from '../../db/client.ts'
import { allOf, type Batch, orderOf } from '../../db/list.ts'
import { mappingText, vendorMapping } from '../../db/schema/vendors.ts'
import { hasWords } from '../../db/search.ts'

export type MappingRow = typeof vendorMapping.$inferSelect
export type MappingFields = Pick<
  MappingRow,
  'email' | 'vendor' | 'qbBillAccount' | 'address' | 'track1099' | 'taxIdLast4' | 'taxIdType'
>

export type Filter = Omit<VendorFilter, 'sort'> & { readonly email?: string | undefined }

const { email, vendor, qbBillAccount, track1099 } = vendorMapping

/** Some of the mappings, or all of them, with their marks, and how many match. */
export const listMappings = async (db: Db, filter: Filter, sort: VendorSort, batch?: Batch) => {
  const condition = conditionOf(filter)
  const { keys, isAfter, order } = orderOf(sort, SORT_KEYS, batch)
  const listed = db
    .select({
      ...getTableColumns(vendorMapping),
      isVendorKnown,
      isAccountKnown,
      details: detailsState,
      isTracked,
      invitationId,
      keys,
      marks: copyState,
      total: sql<number>`(SELECT count(*)::int FROM ${vendorMapping} WHERE ${condition})`,
    })
    .from(vendorMapping)
    .where(allOf(condition, isAfter))
    .orderBy(...order)
    .$dynamic()
  const rows = await (batch ? listed.limit(batch.limit).offset(batch.offset ?? 0) : listed)
  // The total and the marks' state come with each row, so a page past the end needs another query.
  const [counted] = rows.length > 0 ? rows : await countMappings(db, condition)
  return { rows, total: counted?.total ?? 0, marks: counted?.marks ?? 'unavailable' }
}

export type ListedMapping = Awaited<ReturnType<typeof listMappings>>['rows'][number]

const countMappings = (db: Db, condition: SQL) =>
  db
    .select({ total: sql<number>`count(*)::int`, marks: copyState })
    .from(vendorMapping)
    .where(condition)

// Which vendors and accounts QuickBooks has, according to our copy

/** Whether the copy can tell. */
export const copyState = sql<VendorPage['marks']>`coalesce((
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

const isMissing = sql`(${copyState} = 'known' AND NOT (${isVendorKnown} AND ${isAccountKnown}))`

/** The names of the vendors in QuickBooks that match. */
const vendorsWith = (condition: string) =>
  sql.raw(`
  SELECT lower(data ->> 'name') FROM qbo_connection JOIN qbo_record USING (realm_id)
  WHERE kind = 'vendor' AND data IS NOT NULL AND ${condition}`)

const isIn = (names: SQL) => sql`lower(${vendor}) IN (${names})`

const isTracked = sql<boolean>`(${track1099} OR ${isIn(vendorsWith("(data ->> 'track1099')::boolean"))})`

/** For a vendor in our copy of QuickBooks. */
export const HAS_ADDRESS = ['line1', 'city', 'state', 'zipCode']
  .map((part) => `coalesce(data #>> '{address,${part}}', '') <> ''`)
  .join(' AND ')

/** In QuickBooks, where 1099 forms come from. */
const isComplete = isIn(vendorsWith(`data ->> 'taxIdLast4' <> '' AND ${HAS_ADDRESS}`))

/** After an update, until these vendors are read again. */
const isUnread = isIn(vendorsWith(`NOT data ? 'taxIdLast4'`))

const isInvited = (condition: string) =>
  sql`${email} IN (${sql.raw(`SELECT invitation.email FROM vendor_invitation AS invitation WHERE ${condition}`)})`

const isLacking = sql`(${isTracked} AND ${copyState} = 'known' AND NOT ${isUnread} AND NOT ${isComplete})`

/** Names its table, because the column's name alone would mean the invitation's own. */
const invitationId = sql<string | null>`(
  SELECT invitation.id FROM vendor_invitation AS invitation
  WHERE invitation.email = vendor_mapping.email AND invitation.state = 'submitted')`

/** Whether we have what a 1099 form needs: an open invitation comes first, then what QuickBooks lacks. */
const detailsState = sql<DetailsState | null>`CASE
  WHEN ${isInvited(`state = 'submitted'`)} THEN 'to_review'
  WHEN ${isInvited(`state = 'sent_back'`)} THEN 'sent_back'
  WHEN ${isInvited(`state = 'invited' AND invited_by IS NOT NULL`)} THEN 'invited'
  WHEN ${isLacking} THEN 'lacking'
  WHEN (${isTracked} AND ${isComplete}) OR ${isInvited('vendor_id IS NOT NULL')} THEN 'complete' END`

const conditionOf = (filter: Filter): SQL =>
  allOf(
    filter.email !== undefined && eq(email, filter.email),
    filter.account !== undefined && sql`lower(${qbBillAccount}) = lower(${filter.account})`,
    filter.hasAccount && (filter.hasAccount === 'yes' ? ne : eq)(qbBillAccount, ''),
    filter.track1099 && sql`${isTracked} = ${filter.track1099 === 'yes'}`,
    filter.missing && isMissing,
    filter.details &&
      (filter.details === 'lacking' ? isLacking : sql`${detailsState} = ${filter.details}`),
    ...hasWords(mappingText, filter.search),
  )

const byVendor = sql`lower(${vendor})`

/** Ignores case and ends with the unique email. */
const SORT_KEYS = {
  email: [email],
  vendor: [byVendor, email],
  qb_bill_account: [sql`lower(${qbBillAccount})`, byVendor, email],
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
  { lock = false } = {},
): Promise<MappingRow | undefined> => {
  const found = db.select().from(vendorMapping).where(eq(email, address)).$dynamic()
  const [row] = await (lock ? found.for('update') : found)
  return row
}

/** The emails mapped to each of these vendors, by their names in lower case. */
export const listEmailsOfVendors = async (
  db: Db,
  names: readonly string[],
): Promise<Map<string, string[]>> => {
  const rows = await db
    .select({
      name: sql<string>`lower(${vendor})`,
      emails: sql<string[]>`array_agg(${email} ORDER BY ${email})`,
    })
    .from(vendorMapping)
    .where(
      inArray(
        sql`lower(${vendor})`,
        names.map((name) => name.toLowerCase()),
      ),
    )
    .groupBy(sql`lower(${vendor})`)
  return new Map(rows.map(({ name, emails }) => [name, emails]))
}

/** Other transactions that map this email wait until this one ends. */
export const lockEmail = async (tx: Db, address: string): Promise<void> => {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${address}, ${LOCK_SPACES.vendorEmail}))`,
  )
}

/** In a stable order, so two transactions can't wait for each other. */
export const lockEmails = async (tx: Db, addresses: readonly string[]): Promise<void> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(address, ${LOCK_SPACES.vendorEmail}))
    FROM unnest(${sql.param([...addresses].sort())}::text[]) AS address`)
}

export const listMapped = (db: Db) => db.select({ email, vendor }).from(vendorMapping)

export const insertMapping = async (tx: Db, fields: MappingFields): Promise<MappingRow> =>
  written(await insertMappings(tx, [fields]))

export const insertMappings = (tx: Db, fields: readonly MappingFields[]): Promise<MappingRow[]> =>
  tx
    .insert(vendorMapping)
    .values([...fields])
    .returning()

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
