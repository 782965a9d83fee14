// Reads and writes reconciliations, and reads the attempts they compare.
import { FINAL_STATES } from '@invoice-desk/contract/payments/admin'
import { and, desc, eq, gt, gte, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { paymentAttempt, paymentReconciliation } from '../../../db/schema/payments.ts'
import { type Attempt, isToReview } from '../queries.ts'

export type ReconciliationRow = typeof paymentReconciliation.$inferSelect

/** What staff see of a reconciliation that is running, or whose process died. */
const UNFINISHED = "It hasn't finished."

/** No reconciliation takes longer; after this we assume that its process died. */
const RUN_MINUTES_MAX = 15

/** Undefined while another one runs. */
export const beginReconciliation = async (tx: Db, since: string) => {
  // Without the lock, two processes could both see that none is running.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('payment_reconciliation'))`)
  const isRunning = and(
    eq(paymentReconciliation.isRunning, true),
    gt(paymentReconciliation.at, sql`now() - make_interval(mins => ${RUN_MINUTES_MAX})`),
  )
  if ((await tx.$count(paymentReconciliation, isRunning)) > 0) return undefined
  const values = { since, isRunning: true, failure: UNFINISHED }
  const [row] = await tx.insert(paymentReconciliation).values(values).returning()
  return row
}

/** A week, less what a nightly run may be early. */
const LONG_EVERY_HOURS = 6.5 * 24
/** An incomplete one is tried again until then. */
const LONG_RETRY_HOURS = 12

/** Whether none that covers at least `days` ran within the last week. */
export const isLongDue = async (db: Db, days: number): Promise<boolean> => {
  const { at, since, failure } = paymentReconciliation
  const hoursAgo = (hours: number) => sql`now() - make_interval(hours => ${hours}::int)`
  const isDone = and(
    lte(since, sql`(${at} - make_interval(days => ${days - 1}))::date`),
    gt(at, hoursAgo(LONG_EVERY_HOURS)),
    or(isNull(failure), lt(at, hoursAgo(LONG_RETRY_HOURS))),
  )
  return (await db.$count(paymentReconciliation, isDone)) === 0
}

export const finishReconciliation = async (
  db: Db,
  id: string,
  found: Omit<ReconciliationRow, 'id' | 'at' | 'since' | 'isRunning'>,
) => {
  const [row] = await db
    .update(paymentReconciliation)
    .set({ ...found, isRunning: false })
    .where(eq(paymentReconciliation.id, id))
    .returning()
  return row
}

export const listReconciliationRows = (db: Db, max: number): Promise<ReconciliationRow[]> =>
  db
    .select()
    .from(paymentReconciliation)
    .orderBy(desc(paymentReconciliation.at), desc(paymentReconciliation.id))
    .limit(max)

export const findReconciliation = async (db: Db, id: string) =>
  (await db.select().from(paymentReconciliation).where(eq(paymentReconciliation.id, id)))[0]

export const deleteReconciliationsBefore = async (db: Db, before: Date): Promise<void> => {
  await db.delete(paymentReconciliation).where(lt(paymentReconciliation.at, before))
}

/** Attempts begun or changed since then, those still open, and those that staff still have to review. */
export const listAttemptsSince = (db: Db, since: Date, max: number): Promise<Attempt[]> =>
  db
    .select()
    .from(paymentAttempt)
    .where(
      or(
        gte(paymentAttempt.createdAt, since),
        gte(paymentAttempt.updatedAt, since),
        notInArray(paymentAttempt.state, [...FINAL_STATES]),
        isToReview,
      ),
    )
    .orderBy(desc(paymentAttempt.createdAt))
    .limit(max)
