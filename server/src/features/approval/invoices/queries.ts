// Reads the list of all invoices: a page, the totals, and the batches of an export.
import type { InvoiceFilter, InvoiceSort } from '@invoice-desk/contract/approval/approval-invoices'
import { ALL_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { eq, gte, inArray, isNotNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { allOf, type Batch, orderOf } from '../../../db/list.ts'
import { billPosting } from '../../../db/schema/accounting.ts'
import { bill, billText } from '../../../db/schema/bills.ts'
import { hasWords } from '../../../db/search.ts'
import { postingState } from '../../bills/posted-bill.ts'

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
const isPaidIn = ({ days: [from, to], moments: [since, before] }: PaidRange) =>
  sql`${bill.status} = 'paid' AND (
    ${bill.paidDate} IS NOT NULL AND ${bill.paidDate} BETWEEN ${from}::date AND ${to}::date
    OR ${bill.paidDate} IS NULL
      AND ${bill.paidAt} >= ${since}::timestamptz AND ${bill.paidAt} < ${before}::timestamptz)`

const { id, invoiceNumber, vendor, email, amountCents, status, dueDate, submittedAt } = bill
const { decidedAt, decidedBy, postLater, postRefusal } = bill

/** Without the status, because the totals count every one. */
const matches = (filter: Filter): SQL =>
  allOf(
    filter.vendor !== undefined && sql`lower(${vendor}) = lower(${filter.vendor})`,
    filter.dueFrom && gte(dueDate, filter.dueFrom),
    filter.dueTo && lte(dueDate, filter.dueTo),
    filter.submittedFrom && gte(submittedAt, filter.submittedFrom),
    filter.submittedBefore && lt(submittedAt, filter.submittedBefore),
    filter.decidedFrom && gte(decidedAt, filter.decidedFrom),
    filter.decidedBefore && lt(decidedAt, filter.decidedBefore),
    filter.paid && isPaidIn(filter.paid),
    filter.amountFrom !== undefined && gte(amountCents, filter.amountFrom),
    filter.amountTo !== undefined && lte(amountCents, filter.amountTo),
    filter.attention && allOf(eq(status, 'approved'), isNotNull(postRefusal)),
    ...hasWords(billText, filter.search),
  )

/** What each order compares. Statuses are in the order in which a bill goes through them. */
const SORT_KEYS = {
  number: [sql`lower(${invoiceNumber})`, id],
  vendor: [sql`lower(${vendor})`, id],
  amount: [amountCents, id],
  status: [sql.raw(`array_position(ARRAY['${ALL_STATUSES.join("', '")}'], bill.status)`), id],
  due: [dueDate, id],
  submitted: [submittedAt, id],
  /** Undecided ones come last if the newest decision comes first. */
  decided: [sql`coalesce(${decidedAt}, '-infinity')`, id],
}

export const listInvoiceRows = (db: Db, sort: InvoiceSort, filter: Filter, batch: Batch) => {
  const { order, isAfter, keys } = orderOf(sort, SORT_KEYS, batch)
  const listed = db
    .select({ id })
    .from(bill)
    .where(allOf(matches(filter), filter.status && inArray(status, filter.status), isAfter))
    .orderBy(...order)
    .limit(batch.limit)
    .offset(batch.offset ?? 0)
  // Joined after the limit, or PostgreSQL might join every row before it sorts them.
  return db
    .select({
      ...{ id, invoiceNumber, vendor, email, amountCents, status, dueDate, submittedAt },
      ...{ decidedAt, decidedBy, postLater, postRefusal },
      posting: postingState,
      qboBillId: billPosting.billId,
      keys,
    })
    .from(bill)
    .leftJoin(billPosting, eq(billPosting.taskId, sql`${bill.id}::text`))
    .where(inArray(bill.id, listed))
    .orderBy(...order)
}

export type InvoiceRow = Awaited<ReturnType<typeof listInvoiceRows>>[number]

/** For every status, whichever the filter names. */
export const sumByStatus = (db: Db, filter: Filter) =>
  db
    .select({
      status,
      count: sql`count(*)`.mapWith(Number),
      amountCents: sql`sum(${amountCents})`.mapWith(Number),
    })
    .from(bill)
    .where(matches(filter))
    .groupBy(status)
