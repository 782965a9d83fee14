// Reads and writes the row of the QuickBooks connection, with sealed tokens.
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { isFree, secondsFromNow } from '../../../db/lease.ts'
import { qboConnection } from '../../../db/schema/accounting.ts'

export type ConnectionRow = typeof qboConnection.$inferSelect

export type SealedTokens = Pick<
  ConnectionRow,
  'accessToken' | 'accessExpiresAt' | 'refreshToken' | 'refreshExpiresAt'
>

const isThisVersion = (version: number) =>
  and(eq(qboConnection.id, 1), eq(qboConnection.version, version))
const nextVersion = sql`${qboConnection.version} + 1`

export const findConnectionRow = async (db: Db): Promise<ConnectionRow | undefined> => {
  const [row] = await db.select().from(qboConnection).where(eq(qboConnection.id, 1))
  return row
}

/** Replaces the connection. If the company is the same, reading its changes continues where it stopped. */
export const replaceConnection = async (
  db: Db,
  connection: SealedTokens & { realmId: string; companyName: string; connectedBy: string },
): Promise<void> => {
  const fields = {
    ...connection,
    state: 'connected',
    reason: null,
    leaseOwner: null,
    leaseUntil: null,
    noticeSent: '',
    connectedAt: sql`now()`,
  } as const
  const seenUntil = sql`CASE WHEN ${qboConnection.realmId} = ${connection.realmId}
    THEN ${qboConnection.changesSeenUntil} ELSE now() END`
  await db
    .insert(qboConnection)
    .values(fields)
    .onConflictDoUpdate({
      target: qboConnection.id,
      set: { ...fields, version: nextVersion, changesSeenUntil: seenUntil },
    })
}

/** False if the connection has changed since `version`. */
export const updateTokens = async (
  db: Db,
  version: number,
  tokens: SealedTokens,
): Promise<boolean> => {
  const { rowCount } = await db
    .update(qboConnection)
    .set({ ...tokens, version: nextVersion })
    .where(isThisVersion(version))
  return rowCount === 1
}

/**
 * Stores the same tokens sealed with another key. The version doesn't change, so a process that is renewing the tokens
 * right now can still save the new ones. False if the connection has changed since `version`.
 */
export const updateSeals = async (
  db: Db,
  version: number,
  sealed: Pick<SealedTokens, 'accessToken' | 'refreshToken'>,
): Promise<boolean> => {
  const { rowCount } = await db.update(qboConnection).set(sealed).where(isThisVersion(version))
  return rowCount === 1
}

/** False if the connection has changed since `version` or is already invalid. */
export const updateInvalid = async (db: Db, version: number, reason: string): Promise<boolean> => {
  const { rowCount } = await db
    .update(qboConnection)
    .set({ state: 'invalid', reason, version: nextVersion })
    .where(and(isThisVersion(version), ne(qboConnection.state, 'invalid')))
  return rowCount === 1
}

/** False if someone else holds the lease. */
export const takeLeaseRow = async (db: Db, owner: string, seconds: number): Promise<boolean> => {
  const { rowCount } = await db
    .update(qboConnection)
    .set({ leaseOwner: owner, leaseUntil: secondsFromNow(seconds) })
    .where(and(eq(qboConnection.id, 1), isFree(qboConnection.leaseUntil)))
  return rowCount === 1
}

export const releaseLeaseRow = async (db: Db, owner: string): Promise<void> => {
  await db
    .update(qboConnection)
    .set({ leaseOwner: null, leaseUntil: null })
    .where(eq(qboConnection.leaseOwner, owner))
}

/** True for the first caller that wants to send this notice. */
export const claimNotice = async (db: Db, notice: string): Promise<boolean> => {
  const { rowCount } = await db
    .update(qboConnection)
    .set({ noticeSent: notice })
    .where(and(eq(qboConnection.id, 1), ne(qboConnection.noticeSent, notice)))
  return rowCount === 1
}

export const updateChangesSeen = async (db: Db, realmId: string, until: Date): Promise<void> => {
  await db
    .update(qboConnection)
    .set({ changesSeenUntil: until })
    .where(eq(qboConnection.realmId, realmId))
}
