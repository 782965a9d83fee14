// The list of tasks that wait for a decision, written as JSON by the database.
import type { PENDING_SORTS } from '@invoice-desk/contract/approval'
import { isUuid } from '@invoice-desk/contract/ids'
import type pg from 'pg'
import { IS_PENDING } from '../../db/schema/contractor.ts'

export type PendingFilter = {
  search?: string | undefined
  /** The last day on which it may be due. */
  dueBy?: string | undefined
  exclude?: string | undefined
}

export type PendingPage = {
  sort: (typeof PENDING_SORTS)[number]
  order: 'asc' | 'desc'
  /** Absent: all. */
  page?: number | undefined
  pageSize: number
}

const SORT_KEYS: Readonly<Record<PendingPage['sort'], string>> = {
  submitted: 'submitted_at',
  due: 'due_date',
  amount: 'amount_cents',
  vendor: 'lower(vendor)',
}

/** In the contract's spellings, fields and order. */
const VIEW = `
  id, invoice_number AS "invoiceNumber", vendor,
  '$' || to_char(amount_cents / 100.0, 'FM999,999,990.00') AS amount, due_date AS "dueDate",
  floor(extract(epoch FROM submitted_at) * 1000)::bigint::text AS "dateCreated"`

const conditionsOf = ({ search, dueBy, exclude }: PendingFilter) => {
  const values: unknown[] = []
  const given = (value: unknown) => `$${values.push(value)}`
  const conditions: string[] = []
  if (search) {
    // `\`, `%` and `_` stand for themselves: people search for text, not for patterns.
    const pattern = given(`%${search.replaceAll(/[\\%_]/g, '\\$&')}%`)
    const columns = ['invoice_number', 'vendor', 'email']
    conditions.push(`(${columns.map((column) => `${column} ILIKE ${pattern}`).join(' OR ')})`)
  }
  if (dueBy !== undefined) conditions.push(`due_date <= ${given(dueBy)}::date`)
  // What is no id excludes nothing.
  if (exclude !== undefined && isUuid(exclude)) conditions.push(`id <> ${given(exclude)}::uuid`)
  return { conditions, values }
}

/** Where the list by submission may begin: before it nothing is pending. */
const FROM_FLOOR = `submitted_at >= coalesce((SELECT submitted_at FROM pending_floor), '-infinity')`

/** All of them were counted as they came; only a search has to count what it finds. */
const totalOf = ({ search, dueBy }: PendingFilter, conditions: readonly string[]): string => {
  const where = [IS_PENDING, ...conditions].join(' AND ')
  if (search || dueBy !== undefined) return `(SELECT count(*) FROM bill WHERE ${where})`
  const [exclusion] = conditions
  const left = exclusion?.replace('<>', '=')
  const excluded = left ? ` - (SELECT count(*) FROM bill WHERE ${IS_PENDING} AND ${left})` : ''
  return `(SELECT sum(tasks) FROM pending_tally)${excluded}`
}

/** The text of the whole answer: `{"invoices": […], "total": n}`. */
export const readPending = async (
  pool: pg.Pool,
  filter: PendingFilter,
  { sort, order, page, pageSize }: PendingPage,
): Promise<string> => {
  const { conditions, values } = conditionsOf(filter)
  const where = [IS_PENDING, ...conditions, ...(sort === 'submitted' ? [FROM_FLOOR] : [])].join(
    ' AND ',
  )
  const total = page === undefined ? 'count(*)' : totalOf(filter, conditions)
  // The first page is what people look at, so it is planned once; a size known beforehand plans best.
  const skipped =
    page === undefined || page === 1 ? '' : `OFFSET $${values.push((page - 1) * pageSize)}`
  const part = page === undefined ? '' : `LIMIT ${Math.trunc(pageSize)} ${skipped}`
  const text = `
    SELECT json_build_object('invoices', coalesce(json_agg(listed), '[]'), 'total', ${total})::text AS json
    FROM (
      SELECT ${VIEW} FROM bill WHERE ${where}
      ORDER BY ${SORT_KEYS[sort]} ${order}, id ${order} ${part}
    ) AS listed`
  const isPlain = values.length === 0
  const name = `pending ${sort} ${order} ${page === undefined ? 'all' : pageSize}`
  const { rows } = await pool.query<{ json: string }>({
    text,
    values,
    ...(isPlain ? { name } : {}),
  })
  return rows[0]?.json ?? '{"invoices":[],"total":0}'
}
