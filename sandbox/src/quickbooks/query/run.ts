// Runs a query on a company's records.
import { queryInvalid } from '../api/fault.ts'
import type { Books } from '../records/books.ts'
import { type EntityName, findEntityName, NAME_LISTS } from '../records/entities.ts'
import { type Condition, parseQuery, type Query } from './parser.ts'
import {
  type Comparable,
  compare,
  fieldAt,
  parseValue,
  type Row,
  readerOf,
  segmentsOf,
} from './values.ts'

export const runQuery = (books: Books, text: string): Record<string, unknown> => {
  const query = parseQuery(text)
  if (query.from === 'CompanyInfo')
    return { CompanyInfo: [books.companyInfo()], startPosition: 1, maxResults: 1 }
  if (query.from === 'Preferences')
    return { Preferences: [books.preferences()], startPosition: 1, maxResults: 1 }
  const name = findEntityName(query.from)
  if (!name) throw queryInvalid(`Metadata not found for Entity: ${query.from}`)
  if (typeof query.select !== 'string') for (const path of query.select) fieldAt(name, path)
  const { rows, where, isSorted } = candidatesOf(books, name, query)
  const tests = where.map((condition) => testOf(name, condition))
  // Inactive entries show only if the query filters by `Active`.
  const hidesInactive = NAME_LISTS.has(name) && !query.where.some(({ field }) => field === 'Active')
  const matches = rows.filter(
    (row) => !(hidesInactive && row.Active === false) && tests.every((test) => test(row)),
  )
  if (query.select === 'count') return { totalCount: matches.length }
  return pageOf(name, query, isSorted ? matches : sortRows(name, query, matches))
}

type Candidates = {
  readonly rows: Row[]
  /** The conditions that the rows may not meet. */
  readonly where: readonly Condition[]
  readonly isSorted: boolean
}

/** The books keep their records in order of time, so pages in this order need no search and no sort. */
const candidatesOf = (books: Books, name: EntityName, { where, orderBy }: Query): Candidates => {
  const [order, ...others] = orderBy
  if (!order || others.length > 0 || order.descending || !isTime(order.field))
    return { rows: rowsOf(books, name), where, isSorted: false }
  const since = where.find(({ field, operator }) => isTime(field) && operator === '>=')
  const sinceMs = since
    ? Number(parseValue(fieldAt(name, since.field), since, since.values[0] ?? ''))
    : 0
  return {
    rows: books.queried.listSince(name, sinceMs),
    where: where.filter((condition) => condition !== since),
    isSorted: true,
  }
}

const isTime = (path: string): boolean => segmentsOf(path).join('.') === 'MetaData.LastUpdatedTime'

/** Without an order, transactions come newest first. */
const rowsOf = (books: Books, name: EntityName): Row[] => {
  const rows: Row[] = books.queried.list(name)
  return NAME_LISTS.has(name) ? rows : rows.reverse()
}

const pageOf = (name: EntityName, query: Query, rows: Row[]): Record<string, unknown> => {
  const start = query.startPosition - 1
  const page = rows.slice(start, start + query.maxResults)
  if (page.length === 0) return {}
  const { select } = query
  const entities = typeof select === 'string' ? page : page.map((row) => project(row, select))
  return { [name]: entities, startPosition: query.startPosition, maxResults: page.length }
}

const project = (row: Row, paths: readonly string[]): Row => {
  const names = new Set(paths.map((path) => segmentsOf(path)[0]))
  const fields = Object.entries(row).filter(([field]) => names.has(field))
  return { ...Object.fromEntries(fields), domain: 'QBO', sparse: true, Id: row.Id }
}

const sortRows = (name: EntityName, query: Query, rows: Row[]): Row[] => {
  const keys = query.orderBy.map(({ field, descending }) => ({
    read: readerOf(name, field),
    sign: descending ? -1 : 1,
  }))
  if (keys.length === 0) return rows
  return rows
    .map((row) => ({ row, values: keys.map(({ read }) => read(row)[0]) }))
    .sort((left, right) => {
      for (const [index, { sign }] of keys.entries()) {
        const order = compare(left.values[index], right.values[index])
        if (order !== 0) return order * sign
      }
      return 0
    })
    .map(({ row }) => row)
}

const testOf = (name: EntityName, condition: Condition): ((row: Row) => boolean) => {
  const field = fieldAt(name, condition.field)
  const read = readerOf(name, condition.field)
  const values = condition.values.map((value) => parseValue(field, condition, value))
  const test = comparison(condition.operator, values)
  return (row) => read(row).some(test)
}

const comparison = (
  operator: Condition['operator'],
  values: readonly Comparable[],
): ((value: Comparable) => boolean) => {
  const [first] = values
  const ranks = (fits: (order: number) => boolean) => (value: Comparable) =>
    value !== undefined && fits(compare(value, first))
  const set = new Set(values)
  switch (operator) {
    case 'IN':
      return (value) => set.has(value)
    case 'LIKE':
      return (value) => value !== undefined && isLike(String(value), String(first))
    case '=':
      return (value) => value === first
    case '!=':
      return (value) => value !== first
    case '<':
      return ranks((order) => order < 0)
    case '>':
      return ranks((order) => order > 0)
    case '<=':
      return ranks((order) => order <= 0)
    case '>=':
      return ranks((order) => order >= 0)
  }
}

/** `%` matches any text. */
const isLike = (value: string, pattern: string): boolean => {
  const [first = '', ...rest] = pattern.split('%')
  const last = rest.pop()
  if (last === undefined) return value === first
  if (!value.startsWith(first) || value.length < first.length + last.length) return false
  let at = first.length
  for (const piece of rest) {
    const found = value.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return value.length - last.length >= at && value.endsWith(last)
}
