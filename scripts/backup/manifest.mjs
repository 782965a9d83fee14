// What a backup contains: its manifest, and which backups a folder has.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT, UserError } from '../lib/processes.mjs'
import { decrypt, encrypt, fingerprintOf, transformed } from './encryption.mjs'

/**
 * @typedef {{
 *   format: 1,
 *   createdAt: string,
 *   version: string,
 *   database: 'postgres' | 'embedded',
 *   files: 'included' | 's3',
 *   secretKey: string,
 *   sha256: Record<string, string>,
 *   server?: number,
 *   installation?: string,
 *   migration?: string,
 *   rows?: Record<string, number>,
 *   folders?: string[],
 * }} Manifest `secretKey` is a fingerprint, `server` the version of PostgreSQL, `folders` those of an embedded database.
 */

/**
 * What an encrypted backup says without its key.
 * @typedef {{ format: 2, createdAt: string, key: string, installation?: string, sealed: string }} Envelope `key` is a
 *   fingerprint
 */

export const DUMP = 'desk.dump'
/** Below it, a backup looks like DATA_DIR. */
export const DATA = 'data'
const MANIFEST = 'manifest.json'
const COMPLETE = /^\d{4}-\d\d-\d\dT\d{6}Z$/
const PARTIAL = /^\d{4}-\d\d-\d\dT\d{6}Z\.partial$/
const PARTIAL_DEAD_AFTER_MS = 24 * 3_600_000

/** @param {Date} date */
export const nameBackup = (date) => date.toISOString().replace(/\.\d+|:/g, '')

/** @param {string} name */
export const partialName = (name) => `${name}.partial`

/**
 * @param {string} backup
 * @param {Manifest} manifest
 * @param {Buffer | undefined} key
 */
export const writeManifest = async (backup, manifest, key) => {
  const content = key ? await sealManifest(manifest, key) : manifest
  writeFileSync(join(backup, MANIFEST), `${JSON.stringify(content, null, 1)}\n`, { flush: true })
}

/**
 * @param {Manifest} manifest
 * @param {Buffer} key
 * @returns {Promise<Envelope>}
 */
const sealManifest = async (manifest, key) => {
  const { createdAt, installation } = manifest
  const sealed = await transformed(encrypt(key), Buffer.from(JSON.stringify(manifest)))
  return {
    format: 2,
    createdAt,
    key: fingerprintOf(key),
    ...(installation && { installation }),
    sealed: sealed.toString('base64'),
  }
}

/**
 * @param {string} backup
 * @param {Buffer | undefined} key
 * @returns {Promise<{ manifest: Manifest, key?: Buffer }>} with the key of its files, if it's encrypted
 */
export const readManifest = async (backup, key) => {
  const found = readEnvelope(backup)
  if (found.format === 1) return { manifest: found }
  if (!key) {
    throw new UserError(
      `${backup} is encrypted. Give its key with --key-file <file>, or set BACKUP_KEY.`,
    )
  }
  if (fingerprintOf(key) !== found.key) {
    throw new UserError(
      `${backup} is encrypted with another key. Give the key that was used on ${found.createdAt}.`,
    )
  }
  try {
    const content = await transformed(decrypt(key), Buffer.from(found.sealed, 'base64'))
    return { manifest: JSON.parse(content.toString()), key }
  } catch {
    throw new UserError(`The manifest of ${backup} is damaged. Use another backup.`)
  }
}

/**
 * @param {string} backup
 * @returns {Manifest | Envelope}
 */
const readEnvelope = (backup) => {
  const file = join(backup, MANIFEST)
  if (PARTIAL.test(basename(backup)) || !statSync(file, { throwIfNoEntry: false })) {
    throw new UserError(`${backup} isn't a complete backup: it has no ${MANIFEST}.`)
  }
  const text = readFileSync(file, 'utf8')
  try {
    const manifest = JSON.parse(text)
    if (manifest.format === 1 && Object.keys(manifest.sha256).length > 0) return manifest
    if (manifest.format === 2 && manifest.sealed) return manifest
  } catch {
    // Reported below.
  }
  throw new UserError(`We can't read ${file}. Use another backup.`)
}

/**
 * @param {string} backup
 * @returns {Manifest | Envelope | undefined} undefined if it can't be read, because an old backup must not prevent a new one
 */
const findManifest = (backup) => {
  try {
    return readEnvelope(backup)
  } catch {
    return undefined
  }
}

/**
 * @param {string} folder
 * @returns {string[]} the paths of its backups, oldest first, without those from the future, which a wrong clock made
 */
export const listBackups = (folder) => {
  if (!statSync(folder, { throwIfNoEntry: false })) return []
  const now = nameBackup(new Date())
  return readdirSync(folder)
    .filter((name) => COMPLETE.test(name) && name <= now)
    .sort()
    .map((name) => join(folder, name))
}

/**
 * @param {string} backup
 * @returns {Date} when it was made
 */
export const dateOf = (backup) =>
  new Date(basename(backup).replace(/T(\d\d)(\d\d)(\d\d)Z$/, 'T$1:$2:$3Z'))

/**
 * Deletes all but the newest backups of this installation.
 * @param {string} folder
 * @param {number} keep
 * @param {string | undefined} installation
 * @returns {number} how many
 */
export const deleteOld = (folder, keep, installation) => {
  const isOurs = (/** @type {string} */ backup) => {
    const manifest = findManifest(backup)
    return manifest !== undefined && manifest.installation === installation
  }
  const old = listBackups(folder).filter(isOurs).slice(0, -keep)
  for (const path of old) rmSync(path, { recursive: true, force: true })
  return old.length
}

/**
 * Deletes what killed backups left behind.
 * @param {string} folder
 */
export const deletePartial = (folder) => {
  const dead = readdirSync(folder)
    .filter((name) => PARTIAL.test(name))
    .map((name) => join(folder, name))
    .filter((path) => Date.now() - statSync(path).mtimeMs > PARTIAL_DEAD_AFTER_MS)
  for (const path of dead) rmSync(path, { recursive: true, force: true })
}

/**
 * Identifies a key without revealing it.
 * @param {string} key
 */
export const fingerprint = (key) => fingerprintOf(Buffer.from(key.trim(), 'base64'))

/** @type {{ when: number, tag: string }[]} */
const MIGRATIONS = JSON.parse(
  readFileSync(join(ROOT, 'server/src/db/migrations/meta/_journal.json'), 'utf8'),
).entries

/** @param {number} when */
export const nameMigration = (when) =>
  MIGRATIONS.find((each) => each.when === when)?.tag ?? String(when)

/** @param {Manifest} manifest */
export const checkVersion = ({ migration, version }) => {
  if (!migration || MIGRATIONS.some(({ tag }) => tag === migration)) return
  throw new UserError(
    `The backup is from version ${version}, whose database (${migration}) this version doesn't know. Update the app first.`,
  )
}

/** @returns {string} the version of this app */
export const readVersion = () =>
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version
