// Reads transactions, without those of unfinished imports.
import { parseCents } from '@invoice-desk/contract/money'
import type { TransactionFilter } from '@invoice-desk/contract/retailer'
import { and, gte, inArray, like, lte, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { retailerImport, retailerTransaction as row } from '../../db/schema/retailer.ts'
import { likePattern } from '../../escape.ts'
import type { Charge } from './import/charge.ts'
import { isAfter, orderBy } from './list-order.ts'

const WORDS_MAX = 10

/** Part of the list, by `offset` or after a row. */
export type Part = { readonly limit: number; readonly offset?: number; readonly after?: Charge }

export const listCharges = async (
  db: Db,
  filter: TransactionFilter,
  { limit, offset = 0, after }: Part,
): Promise<Charge[]> => {
  const rows = await db
    .select({
      id: row.id,
      date: row.date,
      amountCents: row.amountCents,
      brand: row.cardBrand,
      last4: row.cardLast4,
      orderId: row.orderId,
      orderUrl: row.orderUrl,
    })
    .from(row)
    .where(and(...matches(db, filter), after && isAfter(filter.sort, after)))
    .orderBy(...orderBy(filter.sort))
    .limit(limit)
    .offset(offset)
  return rows.map(({ brand, last4, ...rest }) => ({ ...rest, card: { brand, last4 } }))
}

export const findTotal = async (db: Db, filter: TransactionFilter) => {
  const [total] = await db
    .select({
      count: sql`count(*)`.mapWith(Number),
      amountCents: sql`coalesce(sum(${row.amountCents}), 0)`.mapWith(Number),
    })
    .from(row)
    .where(and(...matches(db, filter)))
  return total ?? { count: 0, amountCents: 0 }
}

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
