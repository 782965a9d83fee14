// Reads transactions, without those of unfinished imports.

import type { TransactionFilter, TransactionSort } from '@invoice-desk/contract/retailer/retailer'
import { parseCents } from '@invoice-desk/contract/values/money'
import {
  and,
  asc,
  desc,
  getTableColumns,
  gte,
  inArray,
  like,
  lte,
  ne,
  notInArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { Part } from '../../db/list.ts'
import { retailerImport, retailerTransaction as row } from '../../db/schema/retailer.ts'
import { likePattern } from '../../lib/escape.ts'
import type { Charge } from './import/charge.ts'

const WORDS_MAX = 10

type Total = { readonly count: number; readonly amountCents: number }

export const listCharges = (
  db: Db,
  filter: TransactionFilter,
  part: Part<Charge>,
): Promise<Charge[]> => selectCharges(db, filter, part, sql`NULL`)

/** A page, and the count and sum of everything that matches. */
export const listPage = async (db: Db, filter: TransactionFilter, part: Part<Charge>) => {
  const total = sql<Total>`(
    SELECT json_build_object('count', count(*), 'amountCents', coalesce(sum(amount_cents), 0))
    FROM ${row} WHERE ${and(...matches(db, filter))})`
  const charges = await selectCharges(db, filter, part, total)
  // The total comes with each row, so a page past the end needs another query.
  const isPastEnd = charges.length === 0 && part.offset !== 0
  const [first] = isPastEnd ? await selectCharges(db, filter, { limit: 1 }, total) : charges
  return { charges, total: first?.total ?? { count: 0, amountCents: 0 } }
}

const { searchText, importId, ...columns } = getTableColumns(row)

const selectCharges = (
  db: Db,
  filter: TransactionFilter,
  { limit, offset = 0, after }: Part<Charge>,
  total: SQL<Total>,
) => {
  const { order, isDescending } = orderOf(filter.sort)
  const place = order.map((name) => row[name])
  const placeAfter = after && order.map((name) => sql`${after[name]}`)
  const isAfter =
    placeAfter &&
    sql`(${commaList(place)}) ${sql.raw(isDescending ? '<' : '>')} (${commaList(placeAfter)})`
  return db
    .select({ ...columns, total })
    .from(row)
    .where(and(...matches(db, filter), isAfter))
    .orderBy(...place.map((column) => (isDescending ? desc(column) : asc(column))))
    .limit(limit)
    .offset(offset)
}

const commaList = (parts: SQLWrapper[]): SQL => sql.join(parts, sql.raw(', '))

/** Each order ends with the id, so no two rows are equal. */
const ORDERS = {
  date: ['date', 'id'],
  amount: ['amountCents', 'id'],
  card: ['cardBrand', 'cardLast4', 'id'],
  order: ['orderId', 'id'],
} as const satisfies Record<string, readonly (keyof Charge)[]>

const orderOf = (sort: TransactionSort) => ({
  order: ORDERS[sort.replace('-', '') as keyof typeof ORDERS] satisfies readonly (keyof Charge)[],
  isDescending: sort.startsWith('-'),
})

/** How many of these ids the list already has. They go in one parameter, no matter how many there are. */
export const countKnown = async (db: Db, ids: readonly string[]): Promise<number> => {
  const candidates = sql`(SELECT value::uuid FROM json_array_elements_text(${JSON.stringify(ids)}))`
  const [known] = await db
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(row)
    .where(and(inArray(row.id, candidates), isVisible(db)))
  return known?.count ?? 0
}

const matches = (db: Db, { search, from, to }: TransactionFilter): (SQL | undefined)[] => [
  isVisible(db),
  from === undefined ? undefined : gte(row.date, from),
  to === undefined ? undefined : lte(row.date, to),
  ...search.split(/\s+/).slice(0, WORDS_MAX).filter(Boolean).map(hasWord),
]

const isVisible = (db: Db): SQL =>
  notInArray(
    row.importId,
    db
      .select({ id: retailerImport.id })
      .from(retailerImport)
      .where(ne(retailerImport.state, 'done')),
  )

/** Matches part of the order id or card, or this exact amount, charged or refunded. */
const hasWord = (word: string): SQL | undefined => {
  const pattern = likePattern(word.toLowerCase())
  const cents = parseCents(word.replace(/^-/, ''))
  return or(
    like(row.searchText, pattern),
    cents === undefined ? undefined : inArray(row.amountCents, [cents, -cents]),
  )
}
