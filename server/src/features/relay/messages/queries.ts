// Reads and writes relayed messages.
import type { RelayMessageState } from '@invoice-desk/contract/relay/mail-relay'
import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db, Lock } from '../../../db/client.ts'
import { allOf } from '../../../db/list.ts'
import { insertJobs } from '../../../db/record.ts'
import { relayDevice, relayMessage } from '../../../db/schema/relay.ts'
import { relaySendJob } from '../job-kinds.ts'
import { isVisibleTo, type Viewer } from '../viewer.ts'

export const insertMessage = async (
  db: Db,
  message: typeof relayMessage.$inferInsert,
): Promise<void> => {
  await db.insert(relayMessage).values(message)
}

export const hasMessage = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(relayMessage, eq(relayMessage.id, id))) > 0

/** Only one transaction at a time adds messages for a Gmail account, so its recipients stay within the limit. */
export const messagesLock = (mailboxId: string): Lock => ({
  space: 'relayMessages',
  key: mailboxId,
})

const DAY = sql`interval '24 hours'`
const isOfDay = sql`${relayMessage.acceptedAt} > now() - ${DAY}`
const recipientSum = sql<number>`coalesce(sum(cardinality(${relayMessage.recipients})), 0)::int`

/** When the oldest of them leaves the last 24 hours. */
export const findRoomAt = async (db: Db, mailboxId: string): Promise<Date | undefined> => {
  const [oldest] = await db
    .select({ at: sql`${relayMessage.acceptedAt} + ${DAY}`.mapWith(relayMessage.acceptedAt) })
    .from(relayMessage)
    .where(and(eq(relayMessage.mailboxId, mailboxId), isOfDay))
    .orderBy(relayMessage.acceptedAt)
    .limit(1)
  return oldest?.at
}

/** Recipients of messages that we accepted for this Gmail account in the last 24 hours. */
export const countRecipients = async (db: Db, mailboxId: string): Promise<number> => {
  const [found] = await db
    .select({ count: recipientSum })
    .from(relayMessage)
    .where(and(eq(relayMessage.mailboxId, mailboxId), isOfDay))
  return found?.count ?? 0
}

/** The same for each row of a statement that reads `relay_mailbox`. */
export const recipientsOfDay = sql<number>`(
  SELECT ${recipientSum} FROM relay_message
  WHERE relay_message.mailbox_id = relay_mailbox.id AND ${isOfDay})`

/** Sends what is waiting for this Gmail account now, such as when it was connected again. */
export const retryWaiting = async (db: Db, mailboxId: string): Promise<void> => {
  const waiting = await db
    .update(relayMessage)
    .set({ nextTryAt: null })
    .where(and(eq(relayMessage.mailboxId, mailboxId), eq(relayMessage.state, 'queued')))
    .returning({ id: relayMessage.id })
  const jobs = waiting.map(({ id }) => ({ name: relaySendJob.name, data: { messageId: id } }))
  if (jobs.length > 0) await insertJobs(db, jobs)
}

/** With its device. */
const selectMessages = (db: Db) =>
  db
    .select({
      ...getTableColumns(relayMessage),
      deviceName: relayDevice.name,
      owner: relayDevice.owner,
    })
    .from(relayMessage)
    .innerJoin(relayDevice, eq(relayDevice.id, relayMessage.deviceId))

export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number]

export const findMessage = async (
  db: Db,
  id: string,
  viewer: Viewer,
): Promise<MessageRow | undefined> => {
  const [found] = await selectMessages(db).where(
    and(eq(relayMessage.id, id), isVisibleTo(viewer, relayDevice.owner)),
  )
  return found
}

export type MessageFilter = {
  readonly device: string | undefined
  readonly state: RelayMessageState | undefined
}

/** Newest first, after the message with the id `before`. */
export const listMessages = (
  db: Db,
  viewer: Viewer,
  { device, state }: MessageFilter,
  { limit, before }: { limit: number; before: string | undefined },
): Promise<MessageRow[]> => {
  const { acceptedAt, id } = relayMessage
  return selectMessages(db)
    .where(
      allOf(
        isVisibleTo(viewer, relayDevice.owner),
        device !== undefined && eq(relayMessage.deviceId, device),
        state && eq(relayMessage.state, state),
        before !== undefined &&
          sql`(${acceptedAt}, ${id}) < ((
            SELECT last.accepted_at FROM relay_message AS last WHERE last.id = ${before}), ${before})`,
      ),
    )
    .orderBy(desc(acceptedAt), desc(id))
    .limit(limit)
}

/** Tries a failed message from the beginning. Returns whether it was one that we can send. */
export const queueAgain = async (db: Db, id: string): Promise<boolean> => {
  const queued = await db
    .update(relayMessage)
    .set({ state: 'queued', triedSince: sql`now()`, nextTryAt: null, reportedAt: null })
    .where(
      and(
        eq(relayMessage.id, id),
        eq(relayMessage.state, 'failed'),
        isNotNull(relayMessage.contentKey),
      ),
    )
    .returning({ id: relayMessage.id })
  return queued.length === 1
}

/** Which of these files a message still has. */
export const listMessageFiles = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const rows = await db
    .select({ fileId: relayMessage.fileId })
    .from(relayMessage)
    .where(inArray(relayMessage.fileId, [...ids]))
  return rows.flatMap(({ fileId }) => fileId ?? [])
}

/** Whether we have erased the file of any message we know, so this database was there when it was stored. */
export const hasErasedFiles = async (db: Db): Promise<boolean> => {
  const found = await db
    .select({ id: relayMessage.id })
    .from(relayMessage)
    .where(isNull(relayMessage.fileId))
    .limit(1)
  return found.length > 0
}
