// Filters and orders of lists that are read by page, or batch by batch for an export.
import { and, asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { MANY_SHAPES } from './client.ts'

/** All conditions that are given. */
export const allOf = (...conditions: (SQL | undefined | '' | false)[]): SQL =>
  and(...conditions.map((each) => each || undefined), sql.raw(`true ${MANY_SHAPES}`)) as SQL

/** A row's place in its order, as text, which has the microseconds that a JavaScript date doesn't. */
export type Place = { readonly keys: readonly string[] }

/** By `offset`, or after a row. */
export type Batch = {
  readonly limit: number
  readonly offset?: number
  readonly after?: Place | undefined
}

/** By the keys of a sort, the last of which is unique. `sort` starts with `-` if it's descending. */
export const orderOf = <Name extends string>(
  sort: Name | `-${Name}`,
  keysOf: Readonly<Record<Name, readonly SQLWrapper[]>>,
  { after }: Pick<Batch, 'after'> = {},
) => {
  const keys = keysOf[sort.replace('-', '') as Name]
  const isDescending = sort.startsWith('-')
  const operator = sql.raw(isDescending ? '<' : '>')
  return {
    order: keys.map(isDescending ? desc : asc),
    isAfter: after && sql`(${commaList(keys)}) ${operator} (${commaList(after.keys)})`,
    keys: sql<string[]>`ARRAY[${commaList(keys.map((key) => sql`(${key})::text`))}]`,
  }
}

const commaList = (values: readonly (SQLWrapper | string)[]): SQL =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )
