// Reads which attempts hold invoices, and what was just booked on them.
import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { secondsFromNow } from '../../../db/lease.ts'
import { prepared } from '../../../db/prepared.ts'
import { paymentAttempt, paymentLine } from '../../../db/schema/payments.ts'

const given = sql.placeholder

/** The attempts that hold one of these invoices. */
export const listHolders = async (
  db: Db,
  realmId: string,
  invoiceIds: readonly string[],
): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ id: paymentLine.attemptId })
    .from(paymentLine)
    .where(
      and(
        paymentLine.isLive,
        eq(paymentLine.realmId, realmId),
        inArray(paymentLine.invoiceId, [...invoiceIds]),
      ),
    )
  return rows.map(({ id }) => id)
}

/** Staff may delete a booking, so we don't wait for QuickBooks to show it for longer than this. */
const LAG_SECONDS_MAX = 300

const recentBookings = prepared((db) =>
  db
    .select({ invoiceId: paymentLine.invoiceId, paymentId: paymentAttempt.qboPaymentId })
    .from(paymentLine)
    .innerJoin(paymentAttempt, eq(paymentAttempt.id, paymentLine.attemptId))
    .where(
      and(
        eq(paymentLine.realmId, given('realmId')),
        sql`${paymentLine.invoiceId} = ANY(${given('invoiceIds')})`,
        eq(paymentAttempt.state, 'booked'),
        isNotNull(paymentAttempt.qboPaymentId),
        // Otherwise it may not be linked to all its invoices.
        eq(paymentAttempt.unappliedCents, 0),
        gt(paymentAttempt.updatedAt, secondsFromNow(-LAG_SECONDS_MAX)),
      ),
    ),
)
/** What we've just booked on these invoices, which QuickBooks may not show yet. */
export const listRecentBookings = (db: Db, realmId: string, invoiceIds: readonly string[]) =>
  recentBookings(db).execute({ realmId, invoiceIds })
