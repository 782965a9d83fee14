// Reads the list of all invoices: a page, the totals, and the parts of an export.
import type { InvoiceFilter, InvoiceSort } from '@invoice-desk/contract/approval-invoices'
import { ALL_STATUSES } from '@invoice-desk/contract/bill-status'
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/client.ts'
import { prepared, preparedFor } from '../../../db/prepared.ts'
import { billPosting } from '../../../db/schema/accounting.ts'
import { bill, billText } from '../../../db/schema/contractor.ts'
import { wordFilters, wordValues } from '../../../db/search.ts'
import { postingState } from '../../accounting/queries.ts'

const given = sql.placeholder

const mapValues = <In, Out>(object: Readonly<Record<string, In>>, map: (value: In) => Out) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]))

/** Moments instead of days, because the days are in the business's time zone. */
export type Filter = Omit<
  InvoiceFilter,
  'sort' | 'submittedFrom' | 'submittedTo' | 'decidedFrom' | 'decidedTo'
> & {
  readonly submittedFrom: Date | undefined
  readonly submittedBefore: Date | undefined
  readonly decidedFrom: Date | undefined
  readonly decidedBefore: Date | undefined
}

type Condition = readonly [type: string, condition: SQL]

const compare = (column: AnyPgColumn, operator: '>=' | '<=' | '<', name: string): Condition => {
  const type = column.getSQLType()
  return [type, sql`${column} ${sql.raw(operator)} ${given(name)}::${sql.raw(type)}`]
}

/** By the name of the value, with its type. */
const FILTERS: Readonly<Record<string, Condition>> = {
  ...mapValues(wordFilters(billText), (isFound) => ['text', isFound]),
  vendor: ['text', sql`lower(${bill.vendor}) = lower(${given('vendor')})`],
  dueFrom: compare(bill.dueDate, '>=', 'dueFrom'),
  dueTo: compare(bill.dueDate, '<=', 'dueTo'),
  submittedFrom: compare(bill.submittedAt, '>=', 'submittedFrom'),
  submittedBefore: compare(bill.submittedAt, '<', 'submittedBefore'),
  decidedFrom: compare(bill.decidedAt, '>=', 'decidedFrom'),
  decidedBefore: compare(bill.decidedAt, '<', 'decidedBefore'),
  amountFrom: compare(bill.amountCents, '>=', 'amountFrom'),
  amountTo: compare(bill.amountCents, '<=', 'amountTo'),
  attention: ['text', sql`${bill.status} = 'approved' AND ${bill.postRefusal} IS NOT NULL`],
}

/**
 * A filter without a value lets every row pass. Because of the search, these statements have no name (see `client.ts`),
 * so PostgreSQL plans them for their values and leaves out such filters.
 */
const optional = (name: string, [type, condition]: Condition): SQL =>
  sql`(${given(name)}::${sql.raw(type)} IS NULL OR ${condition})`

const MATCHES = and(...Object.entries(FILTERS).map(([name, each]) => optional(name, each)))

const isStatus: Condition = ['text[]', sql`${bill.status} = ANY(${given('status')}::text[])`]

const valuesOf = ({ search, ...filter }: Filter): Record<string, unknown> => ({
  ...mapValues({ ...FILTERS, status: null }, () => null),
  ...mapValues(filter, (value) => value ?? null),
  ...wordValues(search),
})

/** What each order compares, and its type. Statuses are in the order in which a bill goes through them. */
const SORT_KEYS = {
  number: [sql`lower(${bill.invoiceNumber})`, 'text'],
  vendor: [sql`lower(${bill.vendor})`, 'text'],
  amount: [sql`${bill.amountCents}`, 'bigint'],
  status: [sql.raw(`array_position(ARRAY['${ALL_STATUSES.join("', '")}'], bill.status)`), 'int'],
  due: [sql`${bill.dueDate}`, 'date'],
  submitted: [sql`${bill.submittedAt}`, 'timestamptz'],
  /** Undecided ones come last if the newest decision comes first. */
  decided: [sql`coalesce(${bill.decidedAt}, '-infinity')`, 'timestamptz'],
} as const

const { id, invoiceNumber, vendor, email, amountCents, status, dueDate, submittedAt } = bill
const { decidedAt, decidedBy, postLater, postRefusal } = bill

const invoices = preparedFor((db, sort: InvoiceSort) => {
  const [key, type] = SORT_KEYS[sort.replace('-', '') as keyof typeof SORT_KEYS]
  const isDescending = sort.startsWith('-')
  const direction = isDescending ? desc : asc
  const after = sql`(${given('afterKey')}::${sql.raw(type)}, ${given('afterId')}::uuid)`
  const isAfter = sql`(${key}, ${bill.id}) ${sql.raw(isDescending ? '<' : '>')} ${after}`
  const order = [direction(key), direction(bill.id)]
  const part = db
    .select({ id })
    .from(bill)
    .where(and(MATCHES, optional('status', isStatus), optional('afterId', ['uuid', isAfter])))
    .orderBy(...order)
    .limit(given('limit'))
    .offset(given('offset'))
  // Joined after the limit, or PostgreSQL might join every row before it sorts them.
  return db
    .select({
      ...{ id, invoiceNumber, vendor, email, amountCents, status, dueDate, submittedAt },
      ...{ decidedAt, decidedBy, postLater, postRefusal },
      posting: postingState,
      qboBillId: billPosting.billId,
      /** As text, which has the microseconds that a JavaScript date doesn't. */
      key: sql<string>`(${key})::text`,
    })
    .from(bill)
    .leftJoin(billPosting, eq(billPosting.taskId, sql`${bill.id}::text`))
    .where(inArray(bill.id, part))
    .orderBy(...order)
})

/** By `offset`, or after a row. */
type Part = {
  limit: number
  offset?: number
  after?: { readonly id: string; readonly key: string } | undefined
}

export const listInvoiceRows = (db: Db, sort: InvoiceSort, filter: Filter, part: Part) =>
  invoices(db, sort).execute({
    ...valuesOf(filter),
    afterKey: part.after?.key ?? null,
    afterId: part.after?.id ?? null,
    limit: part.limit,
    offset: part.offset ?? 0,
  })

export type InvoiceRow = Awaited<ReturnType<typeof listInvoiceRows>>[number]

const totals = prepared((db) =>
  db
    .select({
      status: bill.status,
      count: sql`count(*)`.mapWith(Number),
      amountCents: sql`sum(${bill.amountCents})`.mapWith(Number),
    })
    .from(bill)
    .where(MATCHES)
    .groupBy(bill.status),
)

/** For every status, whichever the filter names. */
export const sumByStatus = (db: Db, filter: Filter) => totals(db).execute(valuesOf(filter))
