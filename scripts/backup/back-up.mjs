// Makes one backup: the database first and the files after it, so every row has its file.
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { ROOT, UserError } from '../lib/processes.mjs'
import { hashFile } from './content.mjs'
import {
  copyData,
  exists,
  flush,
  flushFolders,
  listDatabaseFolders,
  lockDataDirectory,
  MARKER,
} from './files.mjs'
import {
  DATA,
  DUMP,
  deleteOld,
  deletePartial,
  fingerprint,
  listBackups,
  nameBackup,
  nameMigration,
  partialName,
  readVersion,
  writeManifest,
} from './manifest.mjs'
import { dumpDatabase, findDatabaseUrl, readConnection } from './postgres.mjs'

/** @typedef {import('../start/settings.mjs').Settings} Settings */

/**
 * @param {Settings} settings
 * @param {string} folder
 * @param {{ keep?: number | undefined, key?: Buffer | undefined }} options how many backups stay, and what encrypts them
 */
export const backUp = async (settings, folder, { keep, key }) => {
  const dataDir = resolve(ROOT, settings.DATA_DIR ?? 'data')
  if (!relative(dataDir, folder).startsWith('..')) {
    throw new UserError(
      `Backups in ${dataDir} would be lost with it. Choose another folder with --to.`,
    )
  }
  const createdAt = new Date()
  const name = nameBackup(createdAt)
  const partial = join(folder, partialName(name))
  mkdirSync(folder, { recursive: true })
  deletePartial(folder)
  mkdirSync(partial)
  // A backup has its final name only when it's complete.
  const remove = () => rmSync(partial, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    const manifest = await fill({ settings, dataDir, folder, backup: partial, createdAt, key })
    await writeManifest(partial, manifest, key)
    flushFolders(partial)
    renameSync(partial, join(folder, name))
    flush(folder)
    report(join(folder, name), manifest, key ? ', encrypted' : '')
    const deleted = keep ? deleteOld(folder, keep, manifest.installation) : 0
    if (deleted > 0) console.log(`Deleted ${deleted} older than the newest ${keep}.`)
  } finally {
    process.removeListener('exit', remove)
    remove()
  }
}

/**
 * @param {{ settings: Settings, dataDir: string, folder: string, backup: string, createdAt: Date, key: Buffer | undefined }} options
 * @returns {Promise<import('./manifest.mjs').Manifest>}
 */
const fill = async ({ settings, dataDir, folder, backup, createdAt, key }) => {
  const databaseUrl = findDatabaseUrl(settings)
  if (!databaseUrl && !exists(join(dataDir, 'database'))) {
    throw new UserError(
      `There's nothing to back up: DATABASE_URL isn't set, and ${dataDir} has no database.`,
    )
  }
  const lock = databaseUrl ? undefined : await lockDataDirectory(dataDir)
  const facts = databaseUrl
    ? await dumpDatabase(readConnection(databaseUrl), join(backup, DUMP), key)
    : undefined
  const data = await copyData({
    dataDir,
    // `npm start` keeps the sandbox's data and its secret key next to the embedded database.
    folders: facts ? ['files'] : ['database', 'files', 'sandbox'],
    backup,
    previous: listBackups(folder).at(-1),
    key,
  }).finally(() => lock?.release())
  if (facts && !settings.FILES_S3_BUCKET) checkFiles(facts, dataDir, data)
  const sha256 = facts ? { [DUMP]: await hashFile(join(backup, DUMP), key), ...data } : data
  return {
    format: 1,
    createdAt: createdAt.toISOString(),
    version: readVersion(),
    database: facts ? 'postgres' : 'embedded',
    files: settings.FILES_S3_BUCKET ? 's3' : 'included',
    secretKey: settings.SECRET_KEY ? fingerprint(settings.SECRET_KEY) : '',
    ...(facts && {
      server: facts.server,
      ...(facts.installation && { installation: facts.installation }),
      migration: nameMigration(facts.migration),
      rows: facts.rows,
    }),
    ...(!facts && { folders: listDatabaseFolders(dataDir) }),
    sha256,
  }
}

/**
 * Throws if these can't be the files of this database, such as when a disk isn't mounted.
 * @param {import('./postgres.mjs').Facts} facts
 * @param {string} dataDir
 * @param {Record<string, string>} sums
 */
const checkFiles = ({ installation, storedFiles: known }, dataDir, sums) => {
  const copied = Object.keys(sums).filter((path) => path !== `${DATA}/${MARKER}`)
  if (known > 0 && copied.length === 0) {
    throw new UserError(
      `The database has ${known} invoice files, but ${dataDir} has none. Set DATA_DIR to the app's data folder, and check that its disk is mounted.`,
    )
  }
  const marker = join(dataDir, MARKER)
  if (exists(marker) && readFileSync(marker, 'utf8').trim() !== installation) {
    throw new UserError(
      `The files in ${dataDir} belong to another installation than the database. Check DATA_DIR and DATABASE_URL, and see "Files" in docs/running.md.`,
    )
  }
}

/**
 * @param {string} backup
 * @param {import('./manifest.mjs').Manifest} manifest
 * @param {string} how
 */
const report = (backup, { database, files, rows = {}, sha256 }, how) => {
  const rowCount = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const parts = [
    database === 'postgres' ? `${rowCount} rows` : 'the embedded database',
    files === 's3' ? 'no files' : countFiles(sha256),
  ]
  console.log(`Backed up ${parts.join(' and ')} to ${backup}${how}`)
  if (files === 's3') {
    console.log("The files are in S3. Turn on the bucket's versioning or replication.")
  }
}

/** @param {Record<string, string>} sums */
const countFiles = (sums) => {
  const count = Object.keys(sums).filter((path) => path.startsWith(`${DATA}/files/`)).length
  return count === 1 ? '1 file' : `${count} files`
}
