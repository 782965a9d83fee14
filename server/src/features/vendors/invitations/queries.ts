// Reads and writes vendor invitations.
import { isUuid } from '@invoice-desk/contract/values/ids'
import { VENDOR_DETAILS_DAYS_MAX } from '@invoice-desk/contract/values/limits'
import { and, arrayContains, asc, desc, eq, gt, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/client.ts'
import { isFree, secondsFromNow } from '../../../db/lease.ts'
import { vendorInvitation } from '../../../db/schema/vendors.ts'

export type InvitationRow = typeof vendorInvitation.$inferSelect
type Change = PgUpdateSetSource<typeof vendorInvitation>

const { email, state, version, sentAt, linkExpiresAt, submittedAt } = vendorInvitation

const DAYS = sql.raw(`interval '${VENDOR_DETAILS_DAYS_MAX} days'`)
/** When a link that is sent now expires. */
export const newExpiry = sql`now() + ${DAYS}`
/** The sweep runs every hour, so a tax id that would be too old at the next one is erased now. */
export const SWEEP_INTERVAL_MS = 3_600_000
const SWEEP_INTERVAL = sql.raw(`interval '${SWEEP_INTERVAL_MS} milliseconds'`)

export type Invited = { readonly email: string; readonly name: string }

const writeLinks = (
  tx: Db,
  invited: readonly Invited[],
  invitedBy: string | null,
  onConflict: { readonly set: Change; readonly setWhere?: SQL },
) => {
  // By the application's clock, which has the same precision as the jobs' data.
  const link = { sentAt: new Date(), linkExpiresAt: newExpiry }
  return tx
    .insert(vendorInvitation)
    .values(invited.map((each) => ({ ...each, invitedBy, ...link })))
    .onConflictDoUpdate({
      target: email,
      ...onConflict,
      set: { ...link, tokenHashes: [], ...onConflict.set },
    })
    .returning()
}

/**
 * Invites these emails, or sends them a new link. Leaves out those whose details wait for review. Details that were sent
 * back stay so, because the vendor still has to correct them.
 */
export const upsertInvitations = (tx: Db, invited: readonly Invited[], invitedBy: string) =>
  writeLinks(tx, invited, invitedBy, {
    set: {
      name: sql`excluded.name`,
      invitedBy,
      version: sql`${version} + 1`,
      state: sql`CASE ${state} WHEN 'sent_back' THEN 'sent_back' ELSE 'invited' END`,
    },
    setWhere: ne(state, 'submitted'),
  })

/** A new link for a vendor that asked for one. Nothing else changes, unless the invitation had expired. */
export const renewInvitation = async (tx: Db, invited: Invited): Promise<InvitationRow> =>
  written(
    await writeLinks(tx, [invited], null, {
      set: { state: sql`CASE ${state} WHEN 'expired' THEN 'invited' ELSE ${state} END` },
    }),
  )

/** Clears the invitation of an email that lost its vendor, with the details that came through it. */
export const deleteInvitationOf = async (tx: Db, address: string): Promise<void> => {
  await tx.delete(vendorInvitation).where(eq(email, address))
}

/** Adds a link that works. Undefined if a newer one was requested since. */
export const addToken = async (
  db: Db,
  id: string,
  sent: Date,
  hash: string,
): Promise<InvitationRow | undefined> => {
  const { tokenHashes } = vendorInvitation
  const [row] = await db
    .update(vendorInvitation)
    .set({ tokenHashes: sql`array_append(${tokenHashes}, ${hash})` })
    .where(and(eq(vendorInvitation.id, id), eq(sentAt, sent), gt(linkExpiresAt, sql`now()`)))
    .returning()
  return row
}

/** `lock` keeps the row until the transaction ends. */
export const findByToken = async (
  db: Db,
  hash: string,
  { lock = false } = {},
): Promise<InvitationRow | undefined> => {
  const found = db
    .select()
    .from(vendorInvitation)
    .where(arrayContains(vendorInvitation.tokenHashes, [hash]))
    .$dynamic()
  const [row] = await (lock ? found.for('update') : found)
  return row
}

export const findInvitation = async (
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<InvitationRow | undefined> => {
  if (!isUuid(id)) return undefined
  const found = db.select().from(vendorInvitation).where(eq(vendorInvitation.id, id)).$dynamic()
  const [row] = await (lock ? found.for('update') : found)
  return row
}

export const findInvitationOf = async (
  db: Db,
  address: string,
): Promise<InvitationRow | undefined> => {
  const [row] = await db.select().from(vendorInvitation).where(eq(email, address))
  return row
}

/** The row must be locked. */
export const updateInvitation = async (
  tx: Db,
  id: string,
  change: Change,
): Promise<InvitationRow> =>
  written(
    await tx
      .update(vendorInvitation)
      .set({ ...change, version: sql`${version} + 1` })
      .where(eq(vendorInvitation.id, id))
      .returning(),
  )

/** Undefined if the details changed, or someone else is accepting them. */
export const claimDetails = async (
  db: Db,
  { id, version: seen }: { id: string; version: number },
  seconds: number,
): Promise<InvitationRow | undefined> => {
  if (!isUuid(id)) return undefined
  const { claimedUntil } = vendorInvitation
  const [row] = await db
    .update(vendorInvitation)
    .set({ claimedUntil: secondsFromNow(seconds) })
    .where(
      and(
        eq(vendorInvitation.id, id),
        eq(version, seen),
        eq(state, 'submitted'),
        isFree(claimedUntil),
      ),
    )
    .returning()
  return row
}

export const releaseDetails = async (
  db: Db,
  { id, claimedUntil }: InvitationRow,
): Promise<void> => {
  if (claimedUntil === null) return
  await db
    .update(vendorInvitation)
    .set({ claimedUntil: null })
    .where(and(eq(vendorInvitation.id, id), eq(vendorInvitation.claimedUntil, claimedUntil)))
}

export const deleteInvitation = async (tx: Db, id: string): Promise<void> => {
  await tx.delete(vendorInvitation).where(eq(vendorInvitation.id, id))
}

/** A vendor that only asked for a link isn't waiting for anything. */
const isListed = sql`(${state} <> 'accepted' AND (${vendorInvitation.invitedBy} IS NOT NULL OR ${vendorInvitation.details} IS NOT NULL))`

/** Invitations that aren't accepted: those to review come first, the longest waiting at the top, then the newest. */
export const listInvitations = async (db: Db, part: { limit: number; offset: number }) => {
  const isToReview = sql`${state} = 'submitted'`
  const [rows, [counts]] = await Promise.all([
    db
      .select()
      .from(vendorInvitation)
      .where(isListed)
      .orderBy(
        desc(isToReview),
        asc(sql`CASE WHEN ${isToReview} THEN ${submittedAt} END`),
        desc(sentAt),
        asc(email),
      )
      .limit(part.limit)
      .offset(part.offset),
    db
      .select({
        total: sql<number>`count(*)::int`,
        toReview: sql<number>`(count(*) FILTER (WHERE ${isToReview}))::int`,
      })
      .from(vendorInvitation)
      .where(isListed),
  ])
  return { rows, total: counts?.total ?? 0, toReview: counts?.toReview ?? 0 }
}

/** Erases tax ids that weren't reviewed in time. Those that are being accepted are gone by the next sweep. */
export const expireDetails = (tx: Db): Promise<InvitationRow[]> =>
  tx
    .update(vendorInvitation)
    .set({ state: 'expired', sealedTaxId: null, version: sql`${version} + 1` })
    .where(
      and(
        eq(state, 'submitted'),
        isFree(vendorInvitation.claimedUntil),
        lt(submittedAt, sql`now() - ${DAYS} + ${SWEEP_INTERVAL}`),
      ),
    )
    .returning()

export const expireLinks = async (tx: Db): Promise<void> => {
  await tx
    .update(vendorInvitation)
    .set({ state: 'expired', version: sql`${version} + 1` })
    .where(and(inArray(state, ['invited', 'sent_back']), lt(linkExpiresAt, sql`now()`)))
}

const written = ([row]: InvitationRow[]): InvitationRow => {
  if (!row) throw new Error('The invitation was not written')
  return row
}
