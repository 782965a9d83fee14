// Reads and writes the only row of the QuickBooks connection, with sealed tokens.
import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/client.ts'
import { isFree, secondsFromNow } from '../../../db/lease.ts'
import { prepared } from '../../../db/prepared.ts'
import { billPosting, qboConnection } from '../../../db/schema/accounting.ts'
import { paymentAttempt } from '../../../db/schema/payments.ts'
import { vendorInvitation, vendorMapping } from '../../../db/schema/vendors.ts'

export type ConnectionRow = typeof qboConnection.$inferSelect

export type SealedTokens = Pick<
  ConnectionRow,
  'accessToken' | 'accessExpiresAt' | 'refreshToken' | 'refreshExpiresAt' | 'hardExpiresAt'
>

const isThisVersion = (version: number) => eq(qboConnection.version, version)
const nextVersion = sql`${qboConnection.version} + 1`

/** Every call to QuickBooks reads it. */
const connectionRow = prepared((db) => db.select().from(qboConnection))

export const findConnectionRow = async (db: Db): Promise<ConnectionRow | undefined> => {
  const [row] = await connectionRow(db).execute()
  return row
}

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
  await db
    .insert(qboConnection)
    .values(fields)
    .onConflictDoUpdate({
      target: qboConnection.id,
      set: { ...fields, version: nextVersion },
    })
}

/**
 * What connecting another company would separate from this one: what we've written there or may be about to write, and
 * vendors whose ids or tax ids are from there.
 */
export const listDependents = async (db: Db, realmId: string): Promise<string[]> => {
  const { rows } = await db.execute<Record<string, boolean>>(sql`SELECT
    EXISTS (SELECT FROM ${billPosting} WHERE realm_id = ${realmId} AND state <> 'failed') AS bills,
    EXISTS (SELECT FROM ${paymentAttempt} WHERE realm_id = ${realmId}
      AND state NOT IN ('failed', 'cancelled', 'expired')) AS payments,
    EXISTS (SELECT FROM ${vendorInvitation} WHERE vendor_id IS NOT NULL)
      OR EXISTS (SELECT FROM ${vendorMapping} WHERE tax_id_last4 IS NOT NULL) AS vendors`)
  return Object.entries(rows[0] ?? {}).flatMap(([name, found]) => (found ? [name] : []))
}

/** False if no connection matches. */
const update = async (
  db: Db,
  where: SQL | undefined,
  change: PgUpdateSetSource<typeof qboConnection>,
): Promise<boolean> => {
  const { rowCount } = await db.update(qboConnection).set(change).where(where)
  return rowCount === 1
}

/** False if the connection has changed since `version`. */
export const updateTokens = (db: Db, version: number, tokens: SealedTokens) =>
  update(db, isThisVersion(version), { ...tokens, version: nextVersion })

/**
 * Stores the same tokens sealed with another key. The version doesn't change, so a process that is renewing the tokens
 * right now can still save the new ones. False if the connection has changed since `version`.
 */
export const updateSeals = (
  db: Db,
  version: number,
  sealed: Pick<SealedTokens, 'accessToken' | 'refreshToken'>,
) => update(db, isThisVersion(version), sealed)

/** False if the connection has changed since `version` or is already invalid. */
export const updateInvalid = (db: Db, version: number, reason: string) =>
  update(db, and(isThisVersion(version), ne(qboConnection.state, 'invalid')), {
    state: 'invalid',
    reason,
    version: nextVersion,
  })

/** False if someone else holds the lease. */
export const takeLeaseRow = (db: Db, owner: string, seconds: number) =>
  update(db, isFree(qboConnection.leaseUntil), {
    leaseOwner: owner,
    leaseUntil: secondsFromNow(seconds),
  })

export const releaseLeaseRow = async (db: Db, owner: string): Promise<void> => {
  await update(db, eq(qboConnection.leaseOwner, owner), { leaseOwner: null, leaseUntil: null })
}

/** True for the first caller that wants to send this notice. */
export const claimNotice = (db: Db, notice: string) =>
  update(db, ne(qboConnection.noticeSent, notice), { noticeSent: notice })

/** The connected company. */
export const findRealmId = async (db: Db): Promise<string | undefined> => {
  const [row] = await db.select({ realmId: qboConnection.realmId }).from(qboConnection)
  return row?.realmId
}
