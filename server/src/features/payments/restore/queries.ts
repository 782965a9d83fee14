// Reads and writes whether the database was restored from a backup, and the captures that it lost.
import { and, eq, gte, isNotNull, lt, notExists, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { auditEvent, installation } from '../../../db/schema/common.ts'
import { paymentAttempt, paymentReconciliation, paymentStray } from '../../../db/schema/payments.ts'

/** For statements of others. */
export const IS_PAUSED = sql<boolean>`EXISTS (SELECT FROM ${installation} WHERE ${installation.restoredAt} IS NOT NULL)`

/** A server has its own, and whatever is restored from a dump gets new oids. A restart, a migration or a move keeps all. */
const IDENTITY = sql`concat_ws('.', (SELECT system_identifier FROM pg_control_system()),
  (SELECT oid FROM pg_database WHERE datname = current_database()), 'payment_attempt'::regclass::oid)`

/**
 * Stores the database's identity. If it had another one, or `isMarked`, it was restored. That matters only if it has
 * payments. If several processes start at once, one of them stores it.
 */
export const storeIdentity = async (db: Db, isMarked: boolean): Promise<void> => {
  const { databaseIdentity, restoredAt, single } = installation
  const given = sql`excluded.database_identity`
  const isRestored = sql`(${isMarked}::boolean OR ${databaseIdentity} <> ${given})`
  await db
    .insert(installation)
    .values({ databaseIdentity: IDENTITY })
    .onConflictDoUpdate({
      target: single,
      set: {
        databaseIdentity: given,
        restoredAt: sql`CASE WHEN ${isRestored} AND EXISTS (SELECT FROM ${paymentAttempt})
          THEN now() ELSE ${restoredAt} END`,
      },
      setWhere: sql`${isMarked}::boolean OR ${databaseIdentity} IS DISTINCT FROM ${given}`,
    })
}

const isReconciled = sql<boolean>`EXISTS (SELECT FROM ${paymentReconciliation}
  WHERE ${paymentReconciliation.at} >= ${installation.restoredAt} AND ${paymentReconciliation.failure} IS NULL)`

/** Undefined unless the database was restored and staff haven't ended the pause. */
export const findRestore = async (db: Db) => {
  const { at } = auditEvent
  const [row] = await db
    .select({
      restoredAt: sql<Date>`${installation.restoredAt}`.mapWith(installation.restoredAt),
      /** A complete reconciliation has run since. */
      isReconciled,
      /** The last thing that the database knows of, so about when the backup was made. */
      knowsUntil:
        sql<Date | null>`(SELECT max(${at}) FROM ${auditEvent} WHERE ${at} < ${installation.restoredAt})`.mapWith(
          at,
        ),
    })
    .from(installation)
    .where(isNotNull(installation.restoredAt))
  return row
}

/** False if it has ended already, or no complete reconciliation has run since the restore. */
export const endRestore = async (db: Db): Promise<boolean> => {
  const ended = await db
    .update(installation)
    .set({ restoredAt: null })
    .where(isReconciled)
    .returning({ id: installation.id })
  return ended.length > 0
}

export type Stray = Pick<typeof paymentStray.$inferSelect, 'providerId' | 'method' | 'attemptId'>

/** Each event about it makes it new again. */
export const storeStray = async (db: Db, stray: Stray): Promise<void> => {
  await db
    .insert(paymentStray)
    .values(stray)
    .onConflictDoUpdate({ target: paymentStray.providerId, set: { receivedAt: sql`now()` } })
}

/** Without those whose order an attempt has by now, because the payer's browser repeated the request. */
export const listStraysSince = (db: Db, since: Date): Promise<Stray[]> => {
  const { attemptId, method, providerId, receivedAt } = paymentStray
  const isLost = notExists(
    db
      .select({ id: paymentAttempt.id })
      .from(paymentAttempt)
      .where(eq(paymentAttempt.providerId, providerId)),
  )
  return db
    .select({ attemptId, method, providerId })
    .from(paymentStray)
    .where(and(gte(receivedAt, since), isLost))
}

export const deleteStraysBefore = async (db: Db, before: Date): Promise<void> => {
  await db.delete(paymentStray).where(lt(paymentStray.receivedAt, before))
}
