// Copies the data folder into a backup and back, and checks every file.
import {
  chmodSync,
  closeSync,
  copyFileSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { UserError } from '../lib/processes.mjs'
import { findHash, hashFile, readContent, writeContent } from './content.mjs'
import { DATA } from './manifest.mjs'

const SHOWN_MAX = 5
const DATABASE = 'database'
/** Tells the app that the database was restored. It deletes the file once it has noticed. */
const RESTORED = 'restored'
/** Says which database the files belong to. */
export const MARKER = 'files/installation'

/**
 * Unlike `existsSync`, throws if we have no permission to see it.
 * @param {string} path
 */
export const exists = (path) => statSync(path, { throwIfNoEntry: false }) !== undefined

/**
 * Copies folders of the data folder. A file that the previous backup has too becomes a link to it, so each backup
 * is complete but takes only the space of what is new.
 * @param {{ dataDir: string, folders: readonly string[], backup: string, previous: string | undefined, key: Buffer | undefined }} options
 * @returns {Promise<Record<string, string>>} the checksum of each file in the backup
 */
export const copyData = async ({ dataDir, folders, backup, previous, key }) => {
  /** @type {Record<string, string>} */
  const sums = {}
  for (const file of folders.flatMap((folder) => listFiles(dataDir, folder))) {
    const path = [DATA, ...file.split(sep)].join('/')
    const source = join(dataDir, file)
    try {
      const sum = await hashFile(source)
      const known = previous && join(previous, path)
      // Read again, because a damaged file must not spread to every later backup.
      const knownSum = known && (await hashFile(known, key).catch(() => undefined))
      const isKnown = knownSum === sum && link(known, join(backup, path))
      if (!isKnown) await copy(source, join(backup, path), { encryptWith: key })
      sums[path] = sum
    } catch (error) {
      // The app deletes files that no invoice refers to.
      if (!isMissing(error)) throw error
    }
  }
  return sums
}

/**
 * PostgreSQL doesn't start without its folders, even those that are empty.
 * @param {string} dataDir
 * @returns {string[]} paths within the data folder
 */
export const listDatabaseFolders = (dataDir) =>
  readdirSync(join(dataDir, DATABASE), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => relative(dataDir, join(parentPath, name)).replaceAll(sep, '/'))
    .sort()

/**
 * @param {string} dataDir
 * @param {string} folder
 * @returns {string[]} paths within the data folder, without uploads in progress
 */
const listFiles = (dataDir, folder) => {
  const root = join(dataDir, folder)
  if (!exists(root)) return []
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(folder, relative(root, join(parentPath, name))))
    .filter((path) => !path.startsWith(join('files', 'incoming') + sep))
    .sort()
}

/**
 * @param {string | undefined} known the same file in the previous backup
 * @param {string} target
 */
const link = (known, target) => {
  if (!known) return false
  mkdirSync(dirname(target), { recursive: true })
  try {
    linkSync(known, target)
    return true
  } catch {
    // Not every file system has links.
    return false
  }
}

/**
 * @param {string} source
 * @param {string} target
 * @param {{ encryptWith?: Buffer | undefined, decryptWith?: Buffer | undefined }} keys
 */
const copy = async (source, target, { encryptWith, decryptWith }) => {
  mkdirSync(dirname(target), { recursive: true })
  if (encryptWith ?? decryptWith) {
    return writeContent(readContent(source, decryptWith), target, encryptWith)
  }
  copyFileSync(source, target)
  // Node copies the permissions too.
  chmodSync(target, 0o600)
  flush(target)
}

/**
 * Waits until a file or folder is on the disk.
 * @param {string} path
 */
export const flush = (path) => {
  const isFolder = statSync(path).isDirectory()
  if (isFolder && process.platform === 'win32') return
  const handle = openSync(path, isFolder ? 'r' : 'r+')
  try {
    fsyncSync(handle)
  } catch (error) {
    // Some network file systems can't flush a folder.
    if (!isFolder) throw error
  } finally {
    closeSync(handle)
  }
}

/**
 * Flushes a folder and all below it, whose files have already been flushed.
 * @param {string} folder
 */
export const flushFolders = (folder) => {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const entry of below) if (entry.isDirectory()) flush(join(entry.parentPath, entry.name))
  flush(folder)
}

/** @param {unknown} error */
const isMissing = (error) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * Throws if a file of the backup is missing or damaged.
 * @param {string} backup
 * @param {Record<string, string>} sums
 * @param {Buffer | undefined} key
 */
export const checkSums = async (backup, sums, key) => {
  const bad = await listDifferent(backup, Object.entries(sums), key)
  if (bad.length > 0) {
    throw new UserError(
      `The backup is damaged. Use another one.\n${shorten(bad.map(([path, how]) => `${path} ${how}`))}`,
    )
  }
}

/**
 * Copies the files of a backup that the data folder doesn't have. Throws if one has other contents there.
 * @param {string} backup
 * @param {import('./manifest.mjs').Manifest} manifest
 * @param {string} dataDir
 * @param {Buffer | undefined} key
 * @returns {Promise<() => Promise<void>>} does it
 */
export const planCopy = async (backup, { sha256: sums, folders = [] }, dataDir, key) => {
  const inData = Object.entries(sums)
    .filter(([path]) => path.startsWith(`${DATA}/`))
    .map(([path, sum]) => /** @type {const} */ ([path.slice(DATA.length + 1), sum]))
  const present = inData.filter(([path]) => exists(join(dataDir, path)))
  const different = (await listDifferent(dataDir, present)).map(([path]) => path)
  if (different.length > 0) throw new UserError(explainDifferent(dataDir, different))
  const missing = inData.map(([path]) => path).filter((path) => !exists(join(dataDir, path)))
  return async () => {
    // The app finds the embedded database only when it's complete.
    const restoring = join(dataDir, `${DATABASE}.restoring`)
    rmSync(restoring, { recursive: true, force: true })
    const targetOf = (/** @type {string} */ path) =>
      path.startsWith(`${DATABASE}/`)
        ? join(restoring, path.slice(DATABASE.length))
        : join(dataDir, path)
    for (const path of folders) mkdirSync(targetOf(path), { recursive: true })
    for (const path of missing) {
      const target = targetOf(path)
      // Renamed when it's complete, so a restore that was interrupted can be repeated.
      await copy(join(backup, DATA, path), `${target}.restoring`, { decryptWith: key })
      renameSync(`${target}.restoring`, target)
    }
    const written = [join(dataDir, 'files'), join(dataDir, 'sandbox'), restoring].filter(exists)
    for (const folder of written) flushFolders(folder)
    if (exists(restoring)) {
      markRestored(dataDir)
      renameSync(restoring, join(dataDir, DATABASE))
    }
    if (written.length > 0) flush(dataDir)
  }
}

/** @param {string} dataDir */
export const markRestored = (dataDir) => {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(join(dataDir, RESTORED), '', { flush: true })
}

/**
 * @param {string} dataDir
 * @param {readonly string[]} different
 */
const explainDifferent = (dataDir, different) => {
  const isNew = different.join() === MARKER && listFiles(dataDir, 'files/kept').length === 0
  return isNew
    ? `${dataDir} belongs to a new installation that has no files yet. Stop the app, delete ${join(dataDir, MARKER)}, and restore again. With containers, delete it with: docker compose run --rm --no-deps --entrypoint rm backup /data/${MARKER}`
    : `${dataDir} has other files with the same names, and a restore never overwrites anything. Set DATA_DIR to an empty folder.\n${shorten(different)}`
}

/**
 * @param {string} folder
 * @param {readonly (readonly [path: string, sum: string])[]} entries
 * @param {Buffer} [key]
 * @returns {Promise<(readonly [path: string, how: string])[]>}
 */
const listDifferent = async (folder, entries, key) => {
  /** @type {(readonly [path: string, how: string])[]} */
  const different = []
  for (const [path, sum] of entries) {
    const file = join(folder, path)
    if (!exists(file)) different.push([path, 'is missing'])
    else if ((await findHash(file, key)) !== sum) different.push([path, 'has other contents'])
  }
  return different
}

/** @param {readonly string[]} lines */
const shorten = (lines) =>
  [
    ...lines.slice(0, SHOWN_MAX),
    ...(lines.length > SHOWN_MAX ? [`… and ${lines.length - SHOWN_MAX} more`] : []),
  ].join('\n')

/**
 * Takes the lock that the app holds while it uses the embedded database.
 * @param {string} dataDir
 */
export const lockDataDirectory = async (dataDir) => {
  // Not imported at the top, because an older Node, which only starts a newer one, doesn't have SQLite.
  const { DataDirectoryInUse, lockDataDirectory: lock } = await import(
    '../../server/src/db/lock.ts'
  )
  try {
    return lock(dataDir)
  } catch (error) {
    throw error instanceof DataDirectoryInUse ? new UserError(error.message) : error
  }
}
