// What a backup contains: its manifest, and which backups a folder has.
import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT, UserError } from '../lib/processes.mjs'

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
 */
export const writeManifest = (backup, manifest) =>
  writeFileSync(join(backup, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { flush: true })

/**
 * @param {string} backup
 * @returns {Manifest}
 */
export const readManifest = (backup) => {
  const file = join(backup, MANIFEST)
  if (PARTIAL.test(basename(backup)) || !statSync(file, { throwIfNoEntry: false })) {
    throw new UserError(`${backup} isn't a complete backup: it has no ${MANIFEST}.`)
  }
  const text = readFileSync(file, 'utf8')
  try {
    const manifest = JSON.parse(text)
    if (manifest.format === 1 && Object.keys(manifest.sha256).length > 0) return manifest
  } catch {
    // Reported below.
  }
  throw new UserError(`We can't read ${file}. Use another backup.`)
}

/**
 * @param {string} backup
 * @returns {Manifest | undefined} undefined if it can't be read, because an old backup must not prevent a new one
 */
const findManifest = (backup) => {
  try {
    return readManifest(backup)
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
export const fingerprint = (key) =>
  createHmac('sha256', Buffer.from(key.trim(), 'base64'))
    .update('invoice-desk backup')
    .digest('hex')
    .slice(0, 16)

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
