// The row of the connection. Tokens come and go sealed: this file never sees one.
import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { prepared } from '../../../db/prepared.ts'
import { qboConnection } from '../../../db/schema/accounting.ts'

export type ConnectionRow = typeof qboConnection.$inferSelect

export type SealedTokens = Pick<
  ConnectionRow,
  'accessToken' | 'accessExpiresAt' | 'refreshToken' | 'refreshExpiresAt'
>

const isThisVersion = (version: number) =>
  and(eq(qboConnection.id, 1), eq(qboConnection.version, version))
const nextVersion = sql`${qboConnection.version} + 1`

const connectionRow = prepared((db) =>
  db.select().from(qboConnection).where(eq(qboConnection.id, 1)).prepare('qbo_connection'),
)

export const findConnectionRow = async (db: Db): Promise<ConnectionRow | undefined> => {
  const [row] = await connectionRow(db).execute()
  return row
}

/** Puts the connection in place of any before; the same company goes on where its changes were seen. */
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

/** False when the connection has changed since `version`. */
export const updateTokens = async (
  db: Db,
  version: number,
  tokens: SealedTokens,
): Promise<boolean> => {
  const updated = await db
    .update(qboConnection)
    .set({ ...tokens, version: nextVersion })
    .where(isThisVersion(version))
    .returning({ id: qboConnection.id })
  return updated.length === 1
}

/**
 * The same tokens, sealed anew. The version stays: a process that is renewing the tokens right now must still be able to
 * save the new ones. False when the connection has changed since `version`.
 */
export const updateSeals = async (
  db: Db,
  version: number,
  sealed: Pick<SealedTokens, 'accessToken' | 'refreshToken'>,
): Promise<boolean> => {
  const updated = await db
    .update(qboConnection)
    .set(sealed)
    .where(isThisVersion(version))
    .returning({ id: qboConnection.id })
  return updated.length === 1
}

/** False when the connection has changed since `version`, or was known to be invalid. */
export const updateInvalid = async (db: Db, version: number, reason: string): Promise<boolean> => {
  const updated = await db
    .update(qboConnection)
    .set({ state: 'invalid', reason, version: nextVersion })
    .where(and(isThisVersion(version), ne(qboConnection.state, 'invalid')))
    .returning({ id: qboConnection.id })
  return updated.length === 1
}

/** One statement decides who holds the lease, so that two processes cannot both think they do. */
export const takeLeaseRow = async (db: Db, owner: string, seconds: number): Promise<boolean> => {
  const isFree = or(isNull(qboConnection.leaseUntil), lt(qboConnection.leaseUntil, sql`now()`))
  const taken = await db
    .update(qboConnection)
    .set({ leaseOwner: owner, leaseUntil: sql`now() + make_interval(secs => ${seconds})` })
    .where(and(eq(qboConnection.id, 1), isFree))
    .returning({ id: qboConnection.id })
  return taken.length === 1
}

export const releaseLeaseRow = async (db: Db, owner: string): Promise<void> => {
  await db
    .update(qboConnection)
    .set({ leaseOwner: null, leaseUntil: null })
    .where(eq(qboConnection.leaseOwner, owner))
}

/** True for the first who wants to send this notice. */
export const claimNotice = async (db: Db, notice: string): Promise<boolean> => {
  const claimed = await db
    .update(qboConnection)
    .set({ noticeSent: notice })
    .where(and(eq(qboConnection.id, 1), ne(qboConnection.noticeSent, notice)))
    .returning({ id: qboConnection.id })
  return claimed.length === 1
}

export const updateChangesSeen = async (db: Db, realmId: string, until: Date): Promise<void> => {
  await db
    .update(qboConnection)
    .set({ changesSeenUntil: until })
    .where(eq(qboConnection.realmId, realmId))
}
