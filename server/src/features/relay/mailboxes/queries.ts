// Reads and writes the Gmail accounts of the mail relay, with sealed permissions.
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Db, Lock } from '../../../db/client.ts'
import { relayDevice, relayMailbox } from '../../../db/schema/relay.ts'
import { recipientsOfDay } from '../messages/queries.ts'
import { isVisibleTo, type Viewer } from '../viewer.ts'

export type MailboxRow = typeof relayMailbox.$inferSelect

/** One connection at a time, so two of the same account don't meet, and the limit per person holds. */
export const CONNECTING_LOCK: Lock = { space: 'relayMailboxes', key: 'gmail' }

export const findByAddress = async (db: Db, address: string): Promise<MailboxRow | undefined> => {
  const [found] = await db.select().from(relayMailbox).where(eq(relayMailbox.address, address))
  return found
}

/** `lock`: no one else changes it until the transaction ends. */
export const findById = async (
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<MailboxRow | undefined> => {
  const found = db.select().from(relayMailbox).where(eq(relayMailbox.id, id))
  const [row] = await (lock ? found.for('update') : found)
  return row
}

/** With the recipients of the last 24 hours of each. */
export const listMailboxes = (db: Db, viewer: Viewer) =>
  db
    .select({ mailbox: relayMailbox, recipients: recipientsOfDay })
    .from(relayMailbox)
    .where(isVisibleTo(viewer, relayMailbox.owner))
    .orderBy(asc(relayMailbox.address))

/** For the health test: with the number of devices that use each. */
export const listMailboxStates = (db: Db) =>
  db
    .select({
      address: relayMailbox.address,
      state: relayMailbox.state,
      devices: sql<number>`count(${relayDevice.id})::int`,
    })
    .from(relayMailbox)
    .leftJoin(
      relayDevice,
      and(eq(relayDevice.mailboxId, relayMailbox.id), isNull(relayDevice.revokedAt)),
    )
    .groupBy(relayMailbox.id)
    .orderBy(asc(relayMailbox.address))

export const findMailbox = async (db: Db, id: string, viewer: Viewer) => {
  const [found] = await db
    .select()
    .from(relayMailbox)
    .where(and(eq(relayMailbox.id, id), isVisibleTo(viewer, relayMailbox.owner)))
  return found
}

/** Disconnected accounts don't count. */
export const countMailboxes = async (db: Db, owner: string): Promise<number> =>
  db.$count(
    relayMailbox,
    and(eq(relayMailbox.owner, owner), ne(relayMailbox.state, 'disconnected')),
  )

/** Inserts it, or renews the permission of the one with this id. */
export const saveConnected = async (
  db: Db,
  mailbox: Pick<MailboxRow, 'id' | 'address' | 'owner' | 'domain'> & { refreshToken: string },
): Promise<MailboxRow> => {
  // What Gmail said about the old permission is over.
  const fields = { state: 'connected', connectedAt: sql`now()`, pausedUntil: null } as const
  const { domain, refreshToken } = mailbox
  const [saved] = await db
    .insert(relayMailbox)
    .values({ ...mailbox, ...fields })
    .onConflictDoUpdate({
      target: relayMailbox.id,
      set: { domain, refreshToken, ...fields },
    })
    .returning()
  if (!saved) throw new Error('an insert returned no row')
  return saved
}

export const updateDisconnected = async (db: Db, id: string): Promise<void> => {
  await db
    .update(relayMailbox)
    .set({ state: 'disconnected', refreshToken: null })
    .where(eq(relayMailbox.id, id))
}

/** False if the permission was replaced or given up since. */
export const updateWithdrawn = async (db: Db, id: string, sealed: string): Promise<boolean> => {
  const { rowCount } = await db
    .update(relayMailbox)
    .set({ state: 'withdrawn', refreshToken: null })
    .where(and(eq(relayMailbox.id, id), eq(relayMailbox.refreshToken, sealed)))
  return rowCount === 1
}
