// Ranks what a search finds without reading all of it: a part of a name can match most of a table.
import { SEARCH_HITS_MAX } from '@invoice-desk/contract/values/limits'
import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** What many rows have, some of the newest have too. */
const NEWEST_MAX = 2_000
/** How many other rows are compared. */
const OTHERS_MAX = 1_000

type Search = {
  readonly table: PgTable
  readonly id: SQL
  /** These come first. */
  readonly isExact: SQL
  readonly isFound: SQL
  /** The order of those with the same grade. */
  readonly by: SQL
}

/** The `id` and `place` of the best rows, in the order of their names. */
export const firstByName = (search: Search): SQL =>
  best('ASC', exactly(search), limited(selectOthers(search)))

/** The same, but newest first. `isFoundAlone` says the same as `isFound` of a row that is known already. */
export const newestFirst = (search: Search & { readonly isFoundAlone: SQL }): SQL => {
  const { table, id, by, isFoundAlone } = search
  const newest = sql`SELECT * FROM ${table} ORDER BY ${by} DESC LIMIT ${NEWEST_MAX}`
  const found = sql`SELECT ${columnsOf(search, 1)} FROM (${newest}) AS ${table} WHERE ${isFoundAlone}`
  const likely = sql`${exactly(search)} UNION ALL (${found})`
  return best('DESC', likely, someOf(selectOthers(search), id))
}

/**
 * Some of many rows, whose ids are random. Without this order PostgreSQL might read the table from its oldest row, and expect
 * to find enough soon, although all of them are new.
 */
export const someOf = (rows: SQL, id: SQL): SQL => limited(sql`${rows} ORDER BY ${id}`)

const limited = (rows: SQL): SQL => sql`(${rows} LIMIT ${OTHERS_MAX})`

const columnsOf = ({ id, by }: Search, grade: 0 | 1): SQL =>
  sql`${id} AS id, ${by} AS key, ${sql.raw(String(grade))} AS grade`

const exactly = (search: Search): SQL =>
  limited(sql`SELECT ${columnsOf(search, 0)} FROM ${search.table} WHERE ${search.isExact}`)

/** Searched only if there are too few likely rows. */
const selectOthers = (search: Search): SQL =>
  sql`SELECT ${columnsOf(search, 1)} FROM ${search.table}
    WHERE (SELECT count(*) FROM likely) < ${SEARCH_HITS_MAX} AND ${search.isFound}`

const best = (direction: 'ASC' | 'DESC', likely: SQL, others: SQL): SQL => {
  const order = sql`min(grade), key ${sql.raw(direction)}, id`
  return sql`WITH likely AS MATERIALIZED (${likely})
    SELECT id, row_number() OVER (ORDER BY ${order}) AS place
    FROM (SELECT * FROM likely UNION ALL ${others}) AS found
    GROUP BY id, key ORDER BY place LIMIT ${SEARCH_HITS_MAX}`
}
