// What staff read about payment attempts.
import type { ATTEMPT_VIEWS } from '@invoice-desk/contract/payment-desk'
import { and, asc, desc, eq, ilike, inArray, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { auditEvent } from '../../db/schema/common.ts'
import { paymentAttempt, paymentLine } from '../../db/schema/payments.ts'
import { ENDS } from './attempt.ts'
import type { Attempt } from './queries.ts'

export type View = (typeof ATTEMPT_VIEWS)[number]
export type Wanted = { view: View; search: string; page: number; pageSize: number }

const EVENTS_MAX = 500

const isOpen = notInArray(paymentAttempt.state, [...ENDS])
const isToReview = ne(paymentAttempt.review, '')

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
  const numbered = sql`EXISTS (SELECT 1 FROM ${paymentLine} WHERE ${paymentLine.attemptId} = ${id} AND ${ilike(paymentLine.invoiceNumber, pattern)})`
  const texts = [customerName, companyName, payerName, email, providerId, reference]
  return and(
    VIEWS[view],
    or(
      ...texts.map((column) => ilike(column, pattern)),
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
  const rows = await db
    .select()
    .from(paymentAttempt)
    .where(condition)
    .orderBy(desc(paymentAttempt.createdAt), asc(paymentAttempt.id))
    .limit(wanted.pageSize)
    .offset((wanted.page - 1) * wanted.pageSize)
  return { rows, total: await db.$count(paymentAttempt, condition) }
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
