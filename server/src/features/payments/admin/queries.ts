// What staff read about payment attempts.
import { type ATTEMPT_VIEWS, FINAL_STATES } from '@invoice-desk/contract/payments-admin'
import {
  and,
  asc,
  desc,
  eq,
  ilike,
  inArray,
  isNotNull,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { auditEvent } from '../../../db/schema/common.ts'
import { paymentAttempt, paymentLine } from '../../../db/schema/payments.ts'
import type { Attempt } from '../queries.ts'

export type View = (typeof ATTEMPT_VIEWS)[number]
export type Wanted = { view: View; search: string; page: number; pageSize: number }

const EVENTS_MAX = 500

const isToReview = sql`${paymentAttempt.review} <> ''`
/** Whatever is open is checked again or waits for someone: both have an index, the state has none. */
const isOpen = and(
  or(isNotNull(paymentAttempt.nextCheckAt), isToReview),
  notInArray(paymentAttempt.state, [...FINAL_STATES]),
)

const VIEWS: Readonly<Record<View, SQL | undefined>> = {
  all: undefined,
  open: isOpen,
  review: isToReview,
}

const conditionOf = ({ view, search }: Pick<Wanted, 'view' | 'search'>): SQL | undefined => {
  if (search === '') return VIEWS[view]
  // What people type stands for itself, whatever it means in a pattern.
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const { id, customerName, companyName, payerName, email, providerId, reference, qboPaymentId } =
    paymentAttempt
  // One text is compared once, and invoices are looked through once rather than for every attempt.
  const texts = sql`concat_ws(E'\\n', ${customerName}, ${companyName}, ${payerName}, ${email}, ${providerId}, ${reference})`
  const numbered = sql`${id} IN (SELECT ${paymentLine.attemptId} FROM ${paymentLine} WHERE ${ilike(paymentLine.invoiceNumber, pattern)})`
  return and(
    VIEWS[view],
    or(
      ilike(texts, pattern),
      eq(qboPaymentId, search),
      eq(sql`${id}::text`, search.toLowerCase()),
      numbered,
    ),
  )
}

export const listAttempts = async (
  db: Db,
  wanted: Wanted,
): Promise<{ rows: Attempt[]; total: number }> => {
  const condition = conditionOf(wanted)
  const found = await db
    .select({
      attempt: paymentAttempt,
      // A search reads everything in any case, so it counts on the way.
      total: wanted.search === '' ? sql<null>`NULL` : sql`count(*) OVER ()`.mapWith(Number),
    })
    .from(paymentAttempt)
    .where(condition)
    .orderBy(desc(paymentAttempt.createdAt), asc(paymentAttempt.id))
    .limit(wanted.pageSize)
    .offset((wanted.page - 1) * wanted.pageSize)
  const rows = found.map(({ attempt }) => attempt)
  if (rows.length === 0 && wanted.page === 1) return { rows, total: 0 }
  return { rows, total: found[0]?.total ?? (await db.$count(paymentAttempt, condition)) }
}

export const countViews = async (db: Db): Promise<{ open: number; review: number }> => {
  const [row] = await db
    .select({
      open: sql<number>`count(*) FILTER (WHERE ${isOpen})`.mapWith(Number),
      review: sql<number>`count(*) FILTER (WHERE ${isToReview})`.mapWith(Number),
    })
    .from(paymentAttempt)
    .where(or(isOpen, isToReview))
  return row ?? { open: 0, review: 0 }
}

/** By attempt, the numbers of its invoices in their order. */
export const listNumbers = async (
  db: Db,
  attemptIds: readonly string[],
): Promise<Map<string, string[]>> => {
  const numbers = new Map(attemptIds.map((id) => [id, [] as string[]]))
  if (attemptIds.length === 0) return numbers
  const rows = await db
    .select({ attemptId: paymentLine.attemptId, number: paymentLine.invoiceNumber })
    .from(paymentLine)
    .where(inArray(paymentLine.attemptId, [...attemptIds]))
    .orderBy(asc(paymentLine.attemptId), asc(paymentLine.position))
  for (const { attemptId, number } of rows) numbers.get(attemptId)?.push(number)
  return numbers
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

/** False when what is to be looked at has become something else. */
export const clearReview = async (db: Db, { id, review }: Attempt): Promise<boolean> => {
  const rows = await db
    .update(paymentAttempt)
    .set({ review: '', updatedAt: sql`now()` })
    .where(and(eq(paymentAttempt.id, id), eq(paymentAttempt.review, review)))
    .returning({ id: paymentAttempt.id })
  return rows.length > 0
}
