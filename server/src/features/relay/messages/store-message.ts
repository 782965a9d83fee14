// Stores a received message and the job that sends it. Once this returns, the message is ours to deliver.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AuditEvent, recordEvents } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { sendJob } from '../../../jobs/queue.ts'
import { headerOf } from '../format/headers.ts'
import { decodeSubject } from '../format/subject.ts'
import { relaySendJob } from '../job-kinds.ts'
import { createContentKeys, type ReceivedMessage } from './content.ts'
import { countRecipients, hasMessage, insertMessage, messagesLock } from './queries.ts'

export type MessageToStore = {
  readonly envelope: Envelope
  readonly received: ReceivedMessage
  /** The account's recipient limit per 24 hours. */
  readonly recipientsMax: number
  readonly events?: readonly AuditEvent[]
}

type Envelope = {
  readonly deviceId: string
  readonly mailboxId: string
  readonly sender: string
  /** Plain addresses. */
  readonly recipients: readonly string[]
}

/** The Gmail account has too many recipients within 24 hours. Nothing is stored. */
export class RecipientsExceeded extends Error {
  override readonly name = 'RecipientsExceeded'
}

/** Before we ask whether a message was stored. A restarted database needs a moment. */
const LOOK_PAUSES_MS = [0, 300, 1_000, 2_000]

/** Returns the message's id. */
export const storeMessage = async (
  { config, database: { db }, files }: Dependencies,
  { envelope, received, recipientsMax, events = [] }: MessageToStore,
): Promise<string> => {
  const id = randomUUID()
  const headers = received.headers ?? []
  const given = headerOf(headers, 'message-id')
  const fileId = await received.keep()
  const message = {
    ...envelope,
    id,
    recipients: [...envelope.recipients],
    subject: decodeSubject(headerOf(headers, 'subject') ?? ''),
    messageId: isMessageId(given) ? given : `<${id}@${new URL(config.publicUrl).hostname}>`,
    bytes: received.bytes,
    fileId,
    contentKey: createContentKeys(config).seal(id, received.key),
  }
  let mayBeStored = false
  const insert = async (tx: Db) => {
    const before = await countRecipients(tx, envelope.mailboxId)
    if (before + message.recipients.length > recipientsMax) throw new RecipientsExceeded()
    await insertMessage(tx, message)
    await sendJob(tx, relaySendJob, { messageId: id })
    await recordEvents(tx, events)
    mayBeStored = true
  }
  try {
    await db.transaction(insert, messagesLock(envelope.mailboxId))
  } catch (error) {
    const isStored = mayBeStored ? await findOut(db, envelope.mailboxId, id) : false
    // Only the answer to the commit was lost. The device must not send it again.
    if (isStored) return id
    // If we can't know, the message may need its file. Otherwise, the sweep of files removes it.
    if (isStored === false) await files.remove(fileId)
    throw error
  }
  return id
}

/** Whether the message was stored; undefined if the database doesn't answer. */
const findOut = async (
  db: Dependencies['database']['db'],
  mailboxId: string,
  id: string,
): Promise<boolean | undefined> => {
  for (const pause of LOOK_PAUSES_MS) {
    await sleep(pause)
    try {
      // The lock waits for the end of a transaction whose connection we lost.
      return await db.transaction((tx) => hasMessage(tx, id), messagesLock(mailboxId))
    } catch {}
  }
  return undefined
}

const isMessageId = (text: string | undefined): text is string =>
  text !== undefined && text.length <= 500 && /^<[!-;=?-~]+@[!-;=?-~]+>$/.test(text)
