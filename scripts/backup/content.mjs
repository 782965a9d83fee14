// Reads, writes and hashes what a file of a backup contains, encrypted or not.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { decrypt, encrypt, Undecipherable } from './encryption.mjs'

/**
 * @param {string} file
 * @param {Buffer} [key] if it's encrypted
 * @returns {AsyncIterable<Buffer>}
 */
export const readContent = (file, key) =>
  key ? decrypt(key)(createReadStream(file)) : createReadStream(file)

/**
 * @param {AsyncIterable<Buffer>} content
 * @param {string} file
 * @param {Buffer} [key] encrypts it
 */
export const writeContent = (content, file, key) =>
  pipeline(
    key ? encrypt(key)(content) : content,
    createWriteStream(file, { mode: 0o600, flush: true }),
  )

/**
 * @param {string} file
 * @param {Buffer} [key] if it's encrypted; the hash is that of its content
 * @returns {Promise<string>}
 */
export const hashFile = async (file, key) => {
  const hash = createHash('sha256')
  for await (const chunk of readContent(file, key)) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * Undefined if it can't be decrypted.
 * @param {string} file
 * @param {Buffer} [key]
 */
export const findHash = (file, key) =>
  hashFile(file, key).catch((error) => {
    if (error instanceof Undecipherable) return undefined
    throw error
  })
