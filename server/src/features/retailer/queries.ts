// Reads transactions, without those of unfinished imports.

import type { TransactionFilter } from '@invoice-desk/contract/retailer/retailer'
import { parseCents } from '@invoice-desk/contract/values/money'
import {
  getTableColumns,
  gte,
  inArray,
  like,
  lte,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { allOf, type Batch, orderOf } from '../../db/list.ts'
import { retailerImport, retailerTransaction as row } from '../../db/schema/retailer.ts'
import { wordsOf } from '../../db/search.ts'
import { likePattern } from '../../lib/escape.ts'

type Total = { readonly count: number; readonly amountCents: number }

export const listCharges = (db: Db, filter: TransactionFilter, batch: Batch) =>
  selectCharges(db, filter, batch, sql`NULL`)

export type ListedCharge = Awaited<ReturnType<typeof listCharges>>[number]

/** A page, and the count and sum of everything that matches. */
export const listPage = async (db: Db, filter: TransactionFilter, batch: Batch) => {
  const total = sql<Total>`(
    SELECT json_build_object('count', count(*), 'amountCents', coalesce(sum(amount_cents), 0))
    FROM ${row} WHERE ${matches(db, filter)})`
  const charges = await selectCharges(db, filter, batch, total)
  // The total comes with each row, so a page past the end needs another query.
  const isPastEnd = charges.length === 0 && batch.offset !== 0
  const [first] = isPastEnd ? await selectCharges(db, filter, { limit: 1 }, total) : charges
  return { charges, total: first?.total ?? { count: 0, amountCents: 0 } }
}

const { searchText, importId, ...columns } = getTableColumns(row)

const { date, amountCents, cardBrand, cardLast4, orderId, id } = row

/** Each order ends with the id, so no two rows are equal. */
const ORDERS = {
  date: [date, id],
  amount: [amountCents, id],
  card: [cardBrand, cardLast4, id],
  order: [orderId, id],
}

const selectCharges = (db: Db, filter: TransactionFilter, batch: Batch, total: SQL<Total>) => {
  const { order, isAfter, keys } = orderOf(filter.sort, ORDERS, batch)
  return db
    .select({ ...columns, total, keys })
    .from(row)
    .where(allOf(matches(db, filter), isAfter))
    .orderBy(...order)
    .limit(batch.limit)
    .offset(batch.offset ?? 0)
}

/** How many of these ids the list already has. They go in one parameter, no matter how many there are. */
export const countKnown = async (db: Db, ids: readonly string[]): Promise<number> => {
  const candidates = sql`(SELECT value::uuid FROM json_array_elements_text(${JSON.stringify(ids)}))`
  const [known] = await db
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(row)
    .where(allOf(inArray(row.id, candidates), isVisible(db)))
  return known?.count ?? 0
}

const matches = (db: Db, { search, from, to }: TransactionFilter): SQL =>
  allOf(
    isVisible(db),
    from && gte(row.date, from),
    to && lte(row.date, to),
    ...wordsOf(search).map(hasWord),
  )

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
