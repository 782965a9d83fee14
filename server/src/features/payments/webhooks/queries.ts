// Reads and writes which webhook events were received, and finds payments that should have had one.
import type { PaymentMethod } from '@invoice-desk/contract/payments/payment-methods'
import { DAY_MS } from '@invoice-desk/contract/values/business-day'
import { and, between, desc, eq, gt, like, lt } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { paymentAttempt, paymentEvent } from '../../../db/schema/payments.ts'

export const hasEvent = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(paymentEvent, eq(paymentEvent.id, id))) > 0

/** False if the event was stored before. */
export const insertEvent = async (db: Db, id: string): Promise<boolean> => {
  const rows = await db.insert(paymentEvent).values({ id }).onConflictDoNothing().returning()
  return rows.length > 0
}

/** How long webhook events are stored. */
export const EVENT_DAYS = 90

/** When the last webhook arrived that turned out to be from this provider. */
export const findLastEventAt = async (db: Db, method: PaymentMethod): Promise<Date | undefined> => {
  const { id, receivedAt } = paymentEvent
  const [row] = await db
    .select({ receivedAt })
    .from(paymentEvent)
    .where(like(id, `${method}:%`))
    .orderBy(desc(receivedAt))
    .limit(1)
  return row?.receivedAt
}

/** The last payment that finished before then, unless it's so old that its webhooks may be deleted. */
export const findLastPaid = async (
  db: Db,
  method: PaymentMethod,
  before: Date,
): Promise<{ readonly createdAt: Date; readonly capturedAt: Date | null } | undefined> => {
  const { createdAt, capturedAt } = paymentAttempt
  const since = new Date(Date.now() - EVENT_DAYS * DAY_MS)
  const [row] = await db
    .select({ createdAt, capturedAt })
    .from(paymentAttempt)
    .where(
      and(
        eq(paymentAttempt.method, method),
        between(capturedAt, since, before),
        gt(createdAt, since),
      ),
    )
    .orderBy(desc(capturedAt))
    .limit(1)
  return row
}

export const deleteEventsBefore = async (db: Db, before: Date): Promise<void> => {
  await db.delete(paymentEvent).where(lt(paymentEvent.receivedAt, before))
}
