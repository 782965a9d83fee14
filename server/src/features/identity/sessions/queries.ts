// Reads and writes signed-in browsers, their id tokens, and Google's permissions to renew their sign-ins.
import { SESSION_IDLE_SECONDS_MAX } from '@invoice-desk/contract/values/limits'
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { googleGrant, staffSession, staffToken } from '../../../db/schema/identity.ts'

/**
 * After a use, a page that is open reports it within an hour, when it renews its id token. So if the last use that we know
 * of is older than this, the session is over, whatever its browser says.
 */
const SILENT_SECONDS_MAX = SESSION_IDLE_SECONDS_MAX + 3_600
/** Until then we can tell a session that wasn't used from one that Google ended, which has no row. */
const KEPT_SECONDS_MAX = 7 * 24 * 3_600

/** More are signed out together. */
const LISTED_MAX = 100

const secondsAgo = (seconds: number) => sql`now() - ${seconds} * interval '1 second'`

/** When the person last used a page: the browser knows it better, unless it's the older time. */
const activeAt = (idleSeconds: number) =>
  sql<Date>`greatest(${staffSession.activeAt}, ${secondsAgo(idleSeconds)})`

export const insertSession = async (
  db: Db,
  session: { secretHash: string; email: string; userAgent: string; address: string },
): Promise<void> => {
  await db.insert(staffSession).values(session)
}

/** The browsers in which a person is still signed in, the one used last first. */
export const listSessionsOf = (db: Db, email: string, { daysMax }: { daysMax: number }) =>
  db
    .select({
      id: staffSession.id,
      userAgent: staffSession.userAgent,
      address: staffSession.address,
      signedInAt: staffSession.createdAt,
      usedAt: staffSession.activeAt,
    })
    .from(staffSession)
    .where(
      and(
        eq(staffSession.email, email),
        gt(staffSession.activeAt, secondsAgo(SILENT_SECONDS_MAX)),
        gt(staffSession.createdAt, secondsAgo(daysMax * 24 * 3_600)),
      ),
    )
    .orderBy(desc(staffSession.activeAt))
    .limit(LISTED_MAX)

/** From now on, the id token is accepted, until its session ends. One that Google gives twice belongs to the first. */
export const insertToken = async (
  db: Db,
  token: { tokenHash: string; secretHash: string; expiresAt: Date },
): Promise<void> => {
  await db.insert(staffToken).values(token).onConflictDoNothing()
}

/** The session, if it has one, with its person's sealed permission. `isOver`: it's too old, or wasn't used for too long. */
export const findSession = async (
  db: Db,
  secretHash: string,
  { idleSeconds, daysMax }: { idleSeconds: number; daysMax: number },
) => {
  const [found] = await db
    .select({
      email: staffSession.email,
      sealed: googleGrant.refreshToken,
      isOver: sql<boolean>`${activeAt(idleSeconds)} < ${secondsAgo(SESSION_IDLE_SECONDS_MAX)}
        OR ${staffSession.activeAt} < ${secondsAgo(SILENT_SECONDS_MAX)}
        OR ${staffSession.createdAt} < ${secondsAgo(daysMax * 24 * 3_600)}`,
    })
    .from(staffSession)
    .leftJoin(googleGrant, eq(googleGrant.email, staffSession.email))
    .where(eq(staffSession.secretHash, secretHash))
  return found
}

/** False if the session has ended. In a transaction, it can't end before the commit. */
export const touchSession = async (
  db: Db,
  secretHash: string,
  idleSeconds: number,
): Promise<boolean> => {
  const { rowCount } = await db
    .update(staffSession)
    .set({ activeAt: activeAt(idleSeconds) })
    .where(eq(staffSession.secretHash, secretHash))
  return rowCount === 1
}

/** A later report of use doesn't bring it back. */
export const endStaleSession = async (db: Db, secretHash: string): Promise<void> => {
  await db.delete(staffToken).where(eq(staffToken.secretHash, secretHash))
  await db
    .update(staffSession)
    .set({ activeAt: secondsAgo(SILENT_SECONDS_MAX + 60) })
    .where(
      and(
        eq(staffSession.secretHash, secretHash),
        gt(staffSession.activeAt, secondsAgo(SILENT_SECONDS_MAX)),
      ),
    )
}

/** The person whose session ended, or undefined if there was none. */
export const deleteSession = async (db: Db, secretHash: string): Promise<string | undefined> => {
  const [deleted] = await db
    .delete(staffSession)
    .where(eq(staffSession.secretHash, secretHash))
    .returning({ email: staffSession.email })
  return deleted?.email
}

/** False if the person has no such session. */
export const deleteSessionById = async (db: Db, email: string, id: string): Promise<boolean> => {
  const { rowCount } = await db
    .delete(staffSession)
    .where(and(eq(staffSession.email, email), eq(staffSession.id, id)))
  return rowCount === 1
}

export const deleteSessionsOf = async (db: Db, email: string): Promise<void> => {
  await db.delete(staffSession).where(eq(staffSession.email, email))
}

export const deleteOldSessions = async (db: Db): Promise<void> => {
  await db.delete(staffSession).where(lt(staffSession.activeAt, secondsAgo(KEPT_SECONDS_MAX)))
  await db.delete(staffToken).where(lt(staffToken.expiresAt, secondsAgo(60)))
}

export const findGrant = async (db: Db, email: string): Promise<string | undefined> => {
  const [found] = await db
    .select({ sealed: googleGrant.refreshToken })
    .from(googleGrant)
    .where(eq(googleGrant.email, email))
  return found?.sealed
}

export const listGrants = (db: Db): Promise<{ id: string; sealed: string }[]> =>
  db.select({ id: googleGrant.email, sealed: googleGrant.refreshToken }).from(googleGrant)

export const saveGrant = async (db: Db, email: string, sealed: string): Promise<void> => {
  await db
    .insert(googleGrant)
    .values({ email, refreshToken: sealed })
    .onConflictDoUpdate({
      target: googleGrant.email,
      set: { refreshToken: sealed, updatedAt: sql`now()` },
    })
}

/** Changes nothing if a sign-in has replaced the permission since. */
export const replaceGrant = async (
  db: Db,
  email: string,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  await db
    .update(googleGrant)
    .set({ refreshToken: to, updatedAt: sql`now()` })
    .where(and(eq(googleGrant.email, email), eq(googleGrant.refreshToken, from)))
}

/** With `sealed`, only that permission: false if a sign-in has replaced it since. */
export const deleteGrant = async (db: Db, email: string, sealed?: string): Promise<boolean> => {
  const isThis = sealed === undefined ? undefined : eq(googleGrant.refreshToken, sealed)
  const { rowCount } = await db.delete(googleGrant).where(and(eq(googleGrant.email, email), isThis))
  return rowCount === 1
}

/** Not the newest ones, whose account may be newer than the list. */
export const deleteGrantsExcept = async (db: Db, emails: readonly string[]): Promise<void> => {
  await db
    .delete(googleGrant)
    .where(
      and(
        sql`${googleGrant.email} <> ALL(${sql.param([...emails])}::text[])`,
        lt(googleGrant.updatedAt, secondsAgo(3_600)),
      ),
    )
}
