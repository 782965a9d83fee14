// Reads a message to send, leases it, and records the result.
import { RELAY_DAYS_TRIED } from '@invoice-desk/contract/relay/mail-relay'
import { type AnyColumn, and, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { daysAgo } from '../../../db/days-ago.ts'
import { isFree, secondsFromNow } from '../../../db/lease.ts'
import { relayDevice, relayMailbox, relayMessage } from '../../../db/schema/relay.ts'

/** Whole seconds, rounded up. */
export const secondsUntil = (moment: AnyColumn) =>
  sql<number>`greatest(0, ceil(coalesce(extract(epoch FROM ${moment} - now()), 0)))::int`

/** We have tried long enough. */
const isTooOld = sql<boolean>`${relayMessage.triedSince} < ${daysAgo(RELAY_DAYS_TRIED)}`

export const isOpen = inArray(relayMessage.state, ['queued', 'sending'])

export const countWaiting = (db: Db, mailboxId: string): Promise<number> =>
  db.$count(relayMessage, and(eq(relayMessage.mailboxId, mailboxId), isOpen))

export type MessageToSend = NonNullable<Awaited<ReturnType<typeof findToSend>>>

/** Undefined if it was sent, has failed, or is gone. All times are by the database's clock. */
export const findToSend = async (db: Db, id: string) => {
  const [found] = await db
    .select({
      ...getTableColumns(relayMessage),
      address: relayMailbox.address,
      connectedAt: relayMailbox.connectedAt,
      keepsSender: relayDevice.keepsSender,
      isTooOld,
      isDue: sql<boolean>`${relayMessage.nextTryAt} IS NULL OR ${relayMessage.nextTryAt} <= now()`,
      leasedSeconds: secondsUntil(relayMessage.leaseUntil),
      pausedSeconds: secondsUntil(relayMailbox.pausedUntil),
    })
    .from(relayMessage)
    .innerJoin(relayDevice, eq(relayDevice.id, relayMessage.deviceId))
    .innerJoin(relayMailbox, eq(relayMailbox.id, relayMessage.mailboxId))
    .where(and(eq(relayMessage.id, id), isOpen))
  return found
}

/** If its worker died, Gmail may have the message. */
const wasCutOff = sql`${relayMessage.mayBeRepeated} OR ${relayMessage.state} = 'sending'`

/** Returns the number of this attempt if we are the one to send it. */
export const leaseMessage = async (
  db: Db,
  { id, attempts }: Pick<MessageToSend, 'id' | 'attempts'>,
  seconds: number,
): Promise<number | undefined> => {
  const [leased] = await db
    .update(relayMessage)
    .set({
      state: 'sending',
      attempts: attempts + 1,
      mayBeRepeated: wasCutOff,
      leaseUntil: secondsFromNow(seconds),
    })
    .where(isUnleased(id, attempts))
    .returning({ attempts: relayMessage.attempts })
  return leased?.attempts
}

/** No one has begun another attempt, and no one is sending it. */
const isUnleased = (id: string, attempts: number) =>
  and(
    eq(relayMessage.id, id),
    eq(relayMessage.attempts, attempts),
    isOpen,
    isFree(relayMessage.leaseUntil),
  )

export type Attempt = {
  readonly id: string
  /** As we know it; another number means that another worker has it. */
  readonly attempts: number
  readonly isLeased: boolean
}

export type Change = {
  readonly problem: string | null
  /** Undefined if it has failed. */
  readonly waitSeconds?: number | undefined
  readonly mayBeRepeated?: boolean | undefined
  readonly countsAttempt?: boolean
}

/** Ends a try without success. Returns whether the message was still ours. */
export const updateAfterTry = async (
  db: Db,
  { id, attempts, isLeased }: Attempt,
  { problem, waitSeconds, mayBeRepeated = false, countsAttempt = false }: Change,
): Promise<boolean> => {
  const hasOurLease = and(
    eq(relayMessage.id, id),
    eq(relayMessage.attempts, attempts),
    eq(relayMessage.state, 'sending'),
  )
  const changed = await db
    .update(relayMessage)
    .set({
      state: waitSeconds === undefined ? 'failed' : 'queued',
      nextTryAt: waitSeconds === undefined ? null : secondsFromNow(waitSeconds),
      leaseUntil: null,
      ...(problem !== null && { problem }),
      ...(countsAttempt && { attempts: attempts + 1 }),
      mayBeRepeated: mayBeRepeated || (isLeased ? relayMessage.mayBeRepeated : wasCutOff),
    })
    .where(isLeased ? hasOurLease : isUnleased(id, attempts))
    .returning({ id: relayMessage.id })
  return changed.length === 1
}

/** Applies even if another worker holds the lease, because Gmail accepted the message. Its content can't be opened anymore. */
export const markSent = async (db: Db, id: string, gmailId: string): Promise<void> => {
  await db
    .update(relayMessage)
    .set({
      state: 'sent',
      sentAt: sql`now()`,
      gmailId,
      contentKey: null,
      nextTryAt: null,
      leaseUntil: null,
      problem: null,
    })
    .where(and(eq(relayMessage.id, id), ne(relayMessage.state, 'sent')))
}

/** Whether someone has connected the Gmail account again since we read the message. Waits if someone is about to. */
export const isReconnected = async (
  db: Db,
  { mailboxId, connectedAt }: Pick<MessageToSend, 'mailboxId' | 'connectedAt'>,
): Promise<boolean> => {
  const [mailbox] = await db
    .select({ state: relayMailbox.state, connectedAt: relayMailbox.connectedAt })
    .from(relayMailbox)
    .where(eq(relayMailbox.id, mailboxId))
    .for('share')
  return mailbox?.state === 'connected' && mailbox.connectedAt.getTime() !== connectedAt.getTime()
}

export const pauseMailbox = async (db: Db, id: string, seconds: number): Promise<void> => {
  await db
    .update(relayMailbox)
    .set({ pausedUntil: sql`greatest(${relayMailbox.pausedUntil}, ${secondsFromNow(seconds)})` })
    .where(eq(relayMailbox.id, id))
}

export const clearFile = async (db: Db, id: string): Promise<void> => {
  await db.update(relayMessage).set({ fileId: null }).where(eq(relayMessage.id, id))
}
