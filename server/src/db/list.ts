// Builds statements for lists with optional filters, in an order that can also be read part by part.
import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { OPTIONAL_FILTER } from './client.ts'

const given = sql.placeholder

/** A condition on the value that has the filter's name, and the type of that value. */
export type Condition = readonly [type: string, condition: SQL]
type Filters = Readonly<Record<string, Condition>>

export const compare = (
  column: AnyPgColumn,
  operator: '>=' | '<=' | '<',
  name: string,
): Condition => {
  const type = column.getSQLType()
  return [type, sql`${column} ${sql.raw(operator)} ${given(name)}::${sql.raw(type)}`]
}

export const isAnyOf = (column: AnyPgColumn, name: string): Condition => [
  'text[]',
  sql`${column} = ANY(${given(name)}::text[])`,
]

/**
 * A filter without a value lets every row pass. Such statements have no name (see `client.ts`), so PostgreSQL plans them
 * for their values and leaves out these filters.
 */
const optional = (name: string, [type, condition]: Condition): SQL =>
  sql`(${given(name)}::${sql.raw(type)} IS NULL OR ${condition} ${sql.raw(OPTIONAL_FILTER)})`

export const allOf = (filters: Filters): SQL | undefined =>
  and(...Object.entries(filters).map(([name, each]) => optional(name, each)))

/** The values of filters, with null for those that aren't given. */
export const valuesOf = (
  filters: Filters,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> => ({
  ...Object.fromEntries(Object.keys(filters).map((name) => [name, null])),
  ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? null])),
})

type SortKey = readonly [key: SQL, type: string]

/** By a key, and by id for rows with the same key. `sort` starts with `-` if it's descending. */
export const orderOf = <Name extends string>(
  sort: Name | `-${Name}`,
  keys: Readonly<Record<Name, SortKey>>,
  id: AnyPgColumn,
) => {
  const [key, type] = keys[sort.replace('-', '') as Name]
  const isDescending = sort.startsWith('-')
  const direction = isDescending ? desc : asc
  const after = sql`(${given('afterKey')}::${sql.raw(type)}, ${given('afterId')}::uuid)`
  const isAfter = sql`(${key}, ${id}) ${sql.raw(isDescending ? '<' : '>')} ${after}`
  return {
    order: [direction(key), direction(id)],
    isInPart: optional('afterId', ['uuid', isAfter]),
    /** As text, which has the microseconds that a JavaScript date doesn't. */
    key: sql<string>`(${key})::text`,
  }
}

/** By `offset`, or after a row. */
export type Part<Row = { readonly id: string; readonly key: string }> = {
  readonly limit: number
  readonly offset?: number
  readonly after?: Row | undefined
}

export const partValues = ({ limit, offset = 0, after }: Part) => ({
  limit,
  offset,
  afterKey: after?.key ?? null,
  afterId: after?.id ?? null,
})
