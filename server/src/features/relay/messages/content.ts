// The content of messages: encrypted files, each with a key of its own. Without its key, a file in a backup can't be read.
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Files } from '../../../providers/files/files.ts'
import { createRowSealer } from '../../../secrets/sealing.ts'
import type { Config } from '../../../settings/config.ts'
import { findBody, HEADER_BYTES_MAX, type Header, readHeaders } from '../format/headers.ts'
import { createBareCounter } from '../format/line-ends.ts'

const ALGORITHM = 'aes-256-gcm'
/** The same for all, because no key encrypts twice. */
const NONCE = Buffer.alloc(12)
const TAG_BYTES = 16

export type ReceivedMessage = {
  readonly bytes: number
  /** Once every line ends with CRLF, and without the headers that we add. */
  readonly bytesSent: number
  /** Undefined if they're too long. */
  readonly headers: readonly Header[] | undefined
  readonly key: Buffer
  /** Stores the content, and returns its file. */
  keep(): Promise<string>
  /** Removes what wasn't kept. */
  discard(): Promise<void>
}

/** Writes the stream encrypted to a temporary file. Rejects if the stream breaks off. */
export const receiveMessage = async (
  files: Pick<Files, 'receive'>,
  stream: Readable,
): Promise<ReceivedMessage> => {
  const key = randomBytes(32)
  let bytes = 0
  const bare = createBareCounter()
  let head: Buffer = Buffer.alloc(0)
  let bodyAt: number | undefined
  const encrypt = async function* () {
    const cipher = createCipheriv(ALGORITHM, key, NONCE)
    for await (const piece of stream as AsyncIterable<Buffer>) {
      bytes += piece.length
      bare.add(piece)
      if (bodyAt === undefined && head.length <= HEADER_BYTES_MAX) {
        head = Buffer.concat([head, piece])
        bodyAt = findBody(head)
      }
      yield cipher.update(piece)
    }
    yield Buffer.concat([cipher.final(), cipher.getAuthTag()])
  }
  const file = await files.receive(Readable.from(encrypt()))
  // A message may have no body.
  const end = bodyAt ?? head.length
  return {
    bytes,
    bytesSent: bytes + bare.count(),
    headers: end <= HEADER_BYTES_MAX ? readHeaders(head.subarray(0, end)) : undefined,
    key,
    keep: async () => {
      const id = randomUUID()
      await file.keep(id)
      return id
    },
    discard: file.discard,
  }
}

/** Each key is sealed for one message. */
export const createContentKeys = ({ keyring }: Pick<Config, 'keyring'>) => {
  const sealer = createRowSealer(keyring, 'relay-content')
  return {
    seal: (messageId: string, key: Buffer): string =>
      sealer.seal(messageId, key.toString('base64url')),
    open: (messageId: string, sealed: string | null): Buffer | undefined => {
      const key = sealer.open(messageId, sealed)
      return key === undefined ? undefined : Buffer.from(key, 'base64url')
    },
    resealRows: sealer.resealRows,
  }
}

/** Undefined if the file is missing, or was altered. */
export const openContent = async (
  files: Pick<Files, 'open'>,
  fileId: string,
  key: Buffer,
): Promise<Buffer | undefined> => {
  const stream = await files.open(fileId)
  if (!stream) return undefined
  const sealed = await buffer(stream)
  const decipher = createDecipheriv(ALGORITHM, key, NONCE)
  try {
    // Throws if the file is shorter than that.
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}
