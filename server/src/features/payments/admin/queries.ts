// Reads the history of payment attempts for staff, and clears their reviews.
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { auditEvent } from '../../../db/schema/common.ts'
import { paymentAttempt } from '../../../db/schema/payments.ts'
import type { Attempt } from '../queries.ts'

const EVENTS_MAX = 500

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
export const clearReview = async (db: Db, { id, reviewReasons }: Attempt): Promise<boolean> => {
  const rows = await db
    .update(paymentAttempt)
    .set({ reviewReasons: [], updatedAt: sql`now()` })
    .where(and(eq(paymentAttempt.id, id), eq(paymentAttempt.reviewReasons, reviewReasons)))
    .returning({ id: paymentAttempt.id })
  return rows.length > 0
}
