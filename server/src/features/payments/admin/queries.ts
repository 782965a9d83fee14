// Reads payment attempts for staff.
import { isUuid } from '@invoice-desk/contract/ids'
import {
  type ATTEMPT_VIEWS,
  ATTEMPTS_PAGE_SIZE,
  FINAL_STATES,
} from '@invoice-desk/contract/payments-admin'
import { and, asc, desc, eq, isNotNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { auditEvent } from '../../../db/schema/common.ts'
import { attemptText, lineText, paymentAttempt, paymentLine } from '../../../db/schema/payments.ts'
import { hasWord, wordPatterns } from '../../../db/search.ts'
import type { Attempt } from '../queries.ts'

type View = (typeof ATTEMPT_VIEWS)[number]
type Filter = { view: View; search: string; page: number }

const EVENTS_MAX = 500

const isToReview = sql`${paymentAttempt.review} <> ''`
/** Open attempts have a next check or a review, and both have an index; the state doesn't. */
const isOpen = and(
  or(isNotNull(paymentAttempt.nextCheckAt), isToReview),
  notInArray(paymentAttempt.state, [...FINAL_STATES]),
)

const VIEWS: Readonly<Record<View, SQL | undefined>> = {
  all: undefined,
  open: isOpen,
  review: isToReview,
}

/** Each part of the union has an index; one condition with OR would read every row. */
const isFound = (search: string): SQL[] =>
  wordPatterns(search).map(
    (pattern) => sql`${paymentAttempt.id} IN (
      SELECT id FROM ${paymentAttempt} WHERE ${hasWord(attemptText, pattern)}
      UNION SELECT attempt_id FROM ${paymentLine} WHERE ${hasWord(lineText, pattern)}
      UNION SELECT id FROM ${paymentAttempt} WHERE ${isId(search)})`,
  )

/** The whole search is an id here or in QuickBooks. */
const isId = (search: string): SQL | undefined =>
  or(
    eq(paymentAttempt.qboPaymentId, search),
    isUuid(search) ? eq(paymentAttempt.id, search) : undefined,
  )

const conditionOf = ({ view, search }: Pick<Filter, 'view' | 'search'>): SQL | undefined =>
  and(VIEWS[view], ...isFound(search))

const invoiceNumbers: SQL<string[]> =
  sql`ARRAY(SELECT invoice_number FROM ${paymentLine} WHERE attempt_id = ${paymentAttempt.id} ORDER BY position)`

export const listAttempts = async (db: Db, filter: Filter) => {
  const condition = conditionOf(filter)
  const counts = {
    open: db.$count(paymentAttempt, isOpen),
    review: db.$count(paymentAttempt, isToReview),
  }
  const total = db.$count(paymentAttempt, condition)
  const rows = await db
    .select({
      attempt: paymentAttempt,
      numbers: invoiceNumbers,
      // A search reads every row anyway, so it can count them too.
      total: filter.search === '' ? total : sql`count(*) OVER ()`.mapWith(Number),
      ...counts,
    })
    .from(paymentAttempt)
    .where(condition)
    .orderBy(desc(paymentAttempt.createdAt), asc(paymentAttempt.id))
    .limit(ATTEMPTS_PAGE_SIZE)
    .offset((filter.page - 1) * ATTEMPTS_PAGE_SIZE)
  const [first] = rows
  if (first) return { rows, total: first.total, counts: { open: first.open, review: first.review } }
  // The counts come with each row, so an empty page needs more queries.
  const [open, review] = [await counts.open, await counts.review]
  return { rows, total: filter.page === 1 ? 0 : await total, counts: { open, review } }
}

export type EventRow = Awaited<ReturnType<typeof listEvents>>[number]

/** Newest first. */
export const listEvents = (db: Db, attemptId: string) =>
  db
    .select({
      at: auditEvent.at,
      actor: auditEvent.actor,
      action: auditEvent.action,
      details: auditEvent.details,
    })
    .from(auditEvent)
    .where(and(eq(auditEvent.subjectKind, 'payment'), eq(auditEvent.subjectId, attemptId)))
    .orderBy(desc(auditEvent.id))
    .limit(EVENTS_MAX)

/** False if the review has changed since. */
export const clearReview = async (db: Db, { id, review }: Attempt): Promise<boolean> => {
  const rows = await db
    .update(paymentAttempt)
    .set({ review: '', updatedAt: sql`now()` })
    .where(and(eq(paymentAttempt.id, id), eq(paymentAttempt.review, review)))
    .returning({ id: paymentAttempt.id })
  return rows.length > 0
}
