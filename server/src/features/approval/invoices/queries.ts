// Reads the list of all invoices: a page, the totals, and the parts of an export.
import type { InvoiceFilter, InvoiceSort } from '@invoice-desk/contract/approval/approval-invoices'
import { ALL_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import {
  allOf,
  type Condition,
  compare,
  isAnyOf,
  orderOf,
  type Part,
  partValues,
  valuesOf,
} from '../../../db/list.ts'
import { prepared, preparedFor } from '../../../db/prepared.ts'
import { billPosting } from '../../../db/schema/accounting.ts'
import { bill, billText } from '../../../db/schema/bills.ts'
import { wordFilters, wordValues } from '../../../db/search.ts'
import { postingState } from '../../bills/posted-bill.ts'

const given = sql.placeholder

/** Moments instead of days, because the days are in the business's time zone. */
export type Filter = Omit<
  InvoiceFilter,
  'sort' | 'submittedFrom' | 'submittedTo' | 'decidedFrom' | 'decidedTo' | 'paidFrom' | 'paidTo'
> & {
  readonly submittedFrom: Date | undefined
  readonly submittedBefore: Date | undefined
  readonly decidedFrom: Date | undefined
  readonly decidedBefore: Date | undefined
  readonly paid: PaidRange | undefined
}

/** Staff enter a day when they mark an invoice as paid. Otherwise, the moment counts when we learned of it. */
type PaidRange = {
  readonly days: readonly [from: string, to: string]
  readonly moments: readonly [from: Date | string, before: Date | string]
}

/** Each half has an index of its own. */
const isPaidIn = sql`${bill.status} = 'paid' AND (
  ${bill.paidDate} IS NOT NULL
    AND ${bill.paidDate} BETWEEN ${given('paidFrom')}::date AND ${given('paidTo')}::date
  OR ${bill.paidDate} IS NULL
    AND ${bill.paidAt} >= ${given('paidSince')}::timestamptz
    AND ${bill.paidAt} < ${given('paidBefore')}::timestamptz)`

/** By the name of the value, with its type. */
const FILTERS: Readonly<Record<string, Condition>> = {
  ...Object.fromEntries(
    Object.entries(wordFilters(billText)).map(([name, isFound]) => [name, ['text', isFound]]),
  ),
  vendor: ['text', sql`lower(${bill.vendor}) = lower(${given('vendor')})`],
  dueFrom: compare(bill.dueDate, '>=', 'dueFrom'),
  dueTo: compare(bill.dueDate, '<=', 'dueTo'),
  submittedFrom: compare(bill.submittedAt, '>=', 'submittedFrom'),
  submittedBefore: compare(bill.submittedAt, '<', 'submittedBefore'),
  decidedFrom: compare(bill.decidedAt, '>=', 'decidedFrom'),
  decidedBefore: compare(bill.decidedAt, '<', 'decidedBefore'),
  paidFrom: ['date', isPaidIn],
  amountFrom: compare(bill.amountCents, '>=', 'amountFrom'),
  amountTo: compare(bill.amountCents, '<=', 'amountTo'),
  attention: ['text', sql`${bill.status} = 'approved' AND ${bill.postRefusal} IS NOT NULL`],
}

const MATCHES = allOf(FILTERS)

const BY_STATUS = { status: isAnyOf(bill.status, 'status') }

const queryValues = ({ search, paid, ...filter }: Filter) => ({
  ...valuesOf({ ...FILTERS, ...BY_STATUS }, filter),
  ...wordValues(search),
  paidFrom: paid?.days[0] ?? null,
  paidTo: paid?.days[1] ?? null,
  paidSince: paid?.moments[0] ?? null,
  paidBefore: paid?.moments[1] ?? null,
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
  const { order, isInPart, key } = orderOf(sort, SORT_KEYS, bill.id)
  const part = db
    .select({ id })
    .from(bill)
    .where(and(MATCHES, allOf(BY_STATUS), isInPart))
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
      key,
    })
    .from(bill)
    .leftJoin(billPosting, eq(billPosting.taskId, sql`${bill.id}::text`))
    .where(inArray(bill.id, part))
    .orderBy(...order)
})

export const listInvoiceRows = (db: Db, sort: InvoiceSort, filter: Filter, part: Part) =>
  invoices(db, sort).execute({ ...queryValues(filter), ...partValues(part) })

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
export const sumByStatus = (db: Db, filter: Filter) => totals(db).execute(queryValues(filter))
