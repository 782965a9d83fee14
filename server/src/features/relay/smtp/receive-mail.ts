// Receives the content of a message, and answers only when the message is stored.
import { Readable } from 'node:stream'
import { RELAY_MESSAGE_BYTES_MAX } from '@invoice-desk/contract/relay/mail-relay'
import type { SMTPServerDataStream } from 'smtp-server'
import { receiveMessage } from '../messages/content.ts'
import { RecipientsExceeded, storeMessage } from '../messages/store-message.ts'
import { recipientsMaxOf } from '../view.ts'
import { checkHeaders, dailyLimitReached } from './envelope.ts'
import type { SmtpDependencies } from './limits.ts'
import { getDevice, type SmtpUser } from './login.ts'
import { SmtpRefusal } from './refusal.ts'
import type { Connection } from './smtp-connections.ts'

export type Mail = {
  readonly user: SmtpUser
  readonly sender: string
  readonly recipients: readonly string[]
}

/** Each piece costs a look at the whole header, and a client can make pieces of one byte. */
const PIECE_BYTES = 16 * 1024

/** Gmail's limit for what we send, without room for the headers that we add. */
const BYTES_SENT_MAX = 36_700_160 - 1024 * 1024

/** Returns the message's id. */
export const receiveMail = async (
  dependencies: SmtpDependencies,
  connection: Connection,
  { user, sender, recipients }: Mail,
  stream: SMTPServerDataStream,
): Promise<string> => {
  const received = await receiveMessage(dependencies.files, Readable.from(piecesOf(stream)))
  connection.isStoring = true
  try {
    if (received.bytesSent > BYTES_SENT_MAX) throw tooLong()
    // The device may have been revoked while it sent the content.
    const login = await getDevice(dependencies, user)
    checkHeaders(login, received.headers, dependencies.limits.headersPerMessage)
    const { deviceId, mailboxId } = login
    const envelope = { deviceId, mailboxId, sender, recipients }
    return await storeMessage(dependencies, {
      envelope,
      received,
      recipientsMax: recipientsMaxOf(login),
    }).catch(async (error: unknown) => {
      throw error instanceof RecipientsExceeded
        ? await dailyLimitReached(dependencies, login)
        : error
    })
  } finally {
    connection.isStoring = false
    await received.discard()
  }
}

/** Ends as soon as the message is too large. The rest stays in the stream. */
const piecesOf = async function* (stream: SMTPServerDataStream): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const piece of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (stream.sizeExceeded) throw tooLarge()
    waiting.push(piece)
    bytes += piece.length
    if (bytes < PIECE_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (stream.sizeExceeded) throw tooLarge()
  yield Buffer.concat(waiting)
}

const tooLarge = (): SmtpRefusal => {
  const megabytes = RELAY_MESSAGE_BYTES_MAX / 1024 / 1024
  const sentence = `The message is larger than ${megabytes} MB. Files grow when they're sent, so it can have about 18 MB of files. Send less, or split it.`
  return new SmtpRefusal('552 5.3.4', sentence)
}

const tooLong = (): SmtpRefusal => {
  const sentence = 'The message is too large for Gmail. Send a smaller file, or split it.'
  return new SmtpRefusal('552 5.3.4', sentence)
}
