// Reads and writes how far our copy of QuickBooks is.
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/client.ts'
import { isFree, secondsFromNow } from '../../../db/lease.ts'
import { qboConnection } from '../../../db/schema/accounting.ts'
import { type Fill, qboCopy } from '../../../db/schema/accounting-copy.ts'
import { LIST_START, RECORD_KINDS, type RecordKind } from '../../../providers/quickbooks/changes.ts'

export type Copy = typeof qboCopy.$inferSelect

/** A page of records takes seconds. If its reader died, another one goes on after this. */
const LEASE_SECONDS = 60

/** Reads these kinds from the start, by the database's clock. */
export const newFill = async (db: Db, kinds: readonly RecordKind[]): Promise<Fill> => {
  const { rows } = await db.execute<{ now: string }>(sql`SELECT now()::text AS now`)
  return { kinds, ...LIST_START, startedAt: new Date(rows[0]?.now ?? 0).toISOString() }
}

/** The copy of the connected company. */
export const findCopy = async (db: Db): Promise<Copy | undefined> => {
  const [row] = await db
    .select({ copy: qboCopy })
    .from(qboConnection)
    .innerJoin(qboCopy, eq(qboCopy.realmId, qboConnection.realmId))
  return row?.copy
}

/** Reads everything from the start, for example after someone has connected the company again. */
export const startCopy = async (db: Db, realmId: string): Promise<void> => {
  const fill = await newFill(db, RECORD_KINDS)
  const start = { fill, done: 0, total: 0, filledAt: null, checkedAt: null, failedAt: null }
  await db
    .insert(qboCopy)
    .values({ realmId, ...start })
    .onConflictDoUpdate({ target: qboCopy.realmId, set: start })
}

/** Undefined while another process is reading. */
export const leaseCopy = async (db: Db, realmId: string): Promise<Copy | undefined> => {
  const [row] = await db
    .update(qboCopy)
    .set({ leasedUntil: secondsFromNow(LEASE_SECONDS) })
    .where(and(eq(qboCopy.realmId, realmId), isFree(qboCopy.leasedUntil)))
    .returning()
  return row
}

/** Keeps the lease. */
export const updateCopy = async (
  db: Db,
  realmId: string,
  change: PgUpdateSetSource<typeof qboCopy>,
): Promise<Copy> => {
  const [row] = await db
    .update(qboCopy)
    .set({ leasedUntil: secondsFromNow(LEASE_SECONDS), ...change })
    .where(and(eq(qboCopy.realmId, realmId), isNotNull(qboCopy.leasedUntil)))
    .returning()
  if (!row) throw new Error('the copy of QuickBooks belongs to another company now')
  return row
}

export const releaseCopy = async (
  db: Db,
  realmId: string,
  outcome: Pick<Copy, 'problem'>,
): Promise<void> => {
  const failedAt = outcome.problem === null ? null : sql`now()`
  await db
    .update(qboCopy)
    .set({ ...outcome, failedAt, leasedUntil: null })
    .where(eq(qboCopy.realmId, realmId))
}
