// Encrypts the files of a backup with AES-256-GCM, in pieces, so that files of any size are streamed. Each file has its own
// key, derived from the backup's key and a random salt at its start. The nonce of a piece is its number and whether it's
// the last one, so a piece that's altered, moved, missing or added is noticed, and so is a file that's cut short.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ROOT, UserError } from '../lib/processes.mjs'

const MAGIC = Buffer.from('invoice-desk backup 1\n')
const SALT_BYTES = 32
const PIECE_BYTES = 64 * 1024
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

/** @typedef {(source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>} Transform */

/** The content isn't encrypted with this key, or it's damaged. */
export class Undecipherable extends Error {}

/**
 * @param {string | undefined} file
 * @param {import('../start/settings.mjs').Settings} settings
 * @returns {Buffer | undefined} undefined if backups aren't encrypted
 */
export const readKey = (file, { BACKUP_KEY }) => {
  const text = file === undefined ? BACKUP_KEY : readKeyFile(resolve(ROOT, file))
  if (text === undefined) return undefined
  if (/^[\w+/-]{43}=?$/.test(text.trim())) return Buffer.from(text.trim(), 'base64')
  throw new UserError(
    `${file ?? 'BACKUP_KEY'} must have one key of 32 bytes in base64. Create it with: openssl rand -base64 32`,
  )
}

/** @param {string} path */
const readKeyFile = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UserError(`We can't read the key file: ${String(error)}`)
  }
}

/**
 * Identifies a key without revealing it.
 * @param {Buffer} key
 */
export const fingerprintOf = (key) =>
  createHmac('sha256', key).update('invoice-desk backup').digest('hex').slice(0, 16)

/**
 * @param {Buffer} key
 * @param {Uint8Array} salt
 */
const keyOfFile = (key, salt) =>
  Buffer.from(hkdfSync('sha256', key, salt, 'invoice-desk backup file', 32))

/**
 * @param {number} number
 * @param {boolean} isLast
 */
const nonceOf = (number, isLast) => {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/**
 * Cuts a stream into pieces of this size. Only the last one can be shorter.
 * @param {AsyncIterable<Buffer>} source
 * @param {number} bytes
 * @returns {AsyncGenerator<readonly [piece: Buffer, nonce: Buffer]>}
 */
async function* inPieces(source, bytes) {
  let number = 0
  let held = Buffer.alloc(0)
  for await (const more of source) {
    held = Buffer.concat([held, more])
    // What could be the last one is held back.
    for (; held.length > bytes; held = held.subarray(bytes), number += 1) {
      yield [held.subarray(0, bytes), nonceOf(number, false)]
    }
  }
  yield [held, nonceOf(number, true)]
}

/**
 * @param {Buffer} key
 * @returns {Transform}
 */
export const encrypt = (key) =>
  async function* (source) {
    const salt = randomBytes(SALT_BYTES)
    const own = keyOfFile(key, salt)
    yield Buffer.concat([MAGIC, salt])
    for await (const [piece, nonce] of inPieces(source, PIECE_BYTES)) {
      const cipher = createCipheriv(CIPHER, own, nonce)
      yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
    }
  }

/**
 * @param {Buffer} key
 * @returns {Transform}
 */
export const decrypt = (key) =>
  async function* (source) {
    const pieces = source[Symbol.asyncIterator]()
    let start = Buffer.alloc(0)
    const startBytes = MAGIC.length + SALT_BYTES
    while (start.length < startBytes) {
      const { value, done } = await pieces.next()
      if (done) throw new Undecipherable('The file is too short.')
      start = Buffer.concat([start, value])
    }
    if (!start.subarray(0, MAGIC.length).equals(MAGIC)) {
      throw new Undecipherable("The file isn't encrypted.")
    }
    const own = keyOfFile(key, start.subarray(MAGIC.length, startBytes))
    const rest = async function* () {
      yield start.subarray(startBytes)
      yield* { [Symbol.asyncIterator]: () => pieces }
    }
    for await (const [piece, nonce] of inPieces(rest(), PIECE_BYTES + TAG_BYTES)) {
      yield open(own, piece, nonce)
    }
  }

/**
 * @param {Buffer} key
 * @param {Buffer} piece
 * @param {Buffer} nonce
 */
const open = (key, piece, nonce) => {
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(piece.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch (error) {
    throw new Undecipherable('The file is damaged, or has another key.', { cause: error })
  }
}

/**
 * Encrypts or decrypts a text that fits into memory.
 * @param {Transform} transform
 * @param {Buffer} content
 */
export const transformed = async (transform, content) => {
  const source = async function* () {
    yield content
  }
  /** @type {Buffer[]} */
  const parts = []
  for await (const part of transform(source())) parts.push(part)
  return Buffer.concat(parts)
}
