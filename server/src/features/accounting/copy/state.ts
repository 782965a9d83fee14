// Reads and writes how far our copy of QuickBooks is.
import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
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
  const start = {
    fill,
    done: 0,
    total: 0,
    filledAt: null,
    checkedAt: null,
    readAt: null,
    failedAt: null,
  }
  // A process that is still reading must stop, because what it read so far no longer counts.
  const set = { ...start, leaseOwner: null }
  await db
    .insert(qboCopy)
    .values({ realmId, ...start })
    .onConflictDoUpdate({ target: qboCopy.realmId, set })
}

/** Undefined while another process is reading. */
export const leaseCopy = async (db: Db, realmId: string): Promise<Copy | undefined> => {
  const [row] = await db
    .update(qboCopy)
    .set({ leaseOwner: randomUUID(), leasedUntil: secondsFromNow(LEASE_SECONDS) })
    .where(and(eq(qboCopy.realmId, realmId), isFree(qboCopy.leasedUntil)))
    .returning()
  return row
}

const isHeld = ({ realmId, leaseOwner }: Copy) =>
  and(eq(qboCopy.realmId, realmId), leaseOwner ? eq(qboCopy.leaseOwner, leaseOwner) : sql`false`)

/** Keeps the lease. Fails if someone else has it by now. */
export const updateCopy = async (
  db: Db,
  copy: Copy,
  change: PgUpdateSetSource<typeof qboCopy>,
): Promise<Copy> => {
  const [row] = await db
    .update(qboCopy)
    .set({ ...change, leasedUntil: secondsFromNow(LEASE_SECONDS) })
    .where(isHeld(copy))
    .returning()
  if (!row) throw new LeaseLost()
  return row
}

/** The company was connected again, or another process took over from this one. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

export const releaseCopy = async (
  db: Db,
  copy: Copy,
  outcome: Pick<Copy, 'problem'>,
): Promise<void> => {
  const failedAt = outcome.problem === null ? null : sql`now()`
  await db
    .update(qboCopy)
    .set({ ...outcome, failedAt, leaseOwner: null, leasedUntil: null })
    .where(isHeld(copy))
}
