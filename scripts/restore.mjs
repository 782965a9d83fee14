// `npm run restore`: restores a backup into an empty database and the data folder. It never overwrites or deletes anything.
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readKey } from './backup/encryption.mjs'
import { explained } from './backup/explain.mjs'
import { checkSums, exists, lockDataDirectory, markRestored, planCopy } from './backup/files.mjs'
import { checkVersion, DUMP, fingerprint, readManifest } from './backup/manifest.mjs'
import {
  checkEmpty,
  countRows,
  findDatabaseUrl,
  readConnection,
  restoreDatabase,
} from './backup/postgres.mjs'
import { ROOT, UserError } from './lib/processes.mjs'
import { command } from './lib/toolchain.mjs'
import { readSettings } from './start/settings.mjs'

/** @typedef {import('./backup/manifest.mjs').Manifest} Manifest */

const USAGE = `npm run restore -- <backup> --yes
  <backup>   the folder of one backup, such as backups/2026-01-31T023000Z
  --yes      restore it; without it, only check that it can be restored
  --key-file <file>   its key, if it's encrypted (default: the key in BACKUP_KEY)`

const NEXT_STEPS = `What to do next, explained in docs/backup.md:
  1. Start the app. It picks up payments that were in progress. Customers can't start new ones yet.
  2. Check on /connections that QuickBooks is connected. If not, connect it again.
  3. Use "Reconcile now" on /payments/admin, and handle each difference.
  4. If the backup is older than 30 days, look through PayPal's activity since then.
  5. Use "Take payments again" on /payments/admin.
  6. Ask contractors to submit invoices again that are missing since the backup.`

const readOptions = () => {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { yes: { type: 'boolean', default: false }, 'key-file': { type: 'string' } },
    })
    const [backup, ...others] = positionals
    if (backup && others.length === 0)
      return { backup: resolve(ROOT, backup), yes: values.yes, keyFile: values['key-file'] }
  } catch {
    // Explained below.
  }
  throw new UserError(USAGE)
}

/**
 * @param {Manifest} manifest
 * @param {string | undefined} databaseUrl
 * @param {string} dataDir
 */
const openTarget = async (manifest, databaseUrl, dataDir) => {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid
  if (owner !== undefined && process.getuid && owner !== process.getuid()) {
    throw new UserError(
      `${dataDir} belongs to another user (${owner}), and the app couldn't read what we restore. Run the command as that user, for example: runuser -u invoice-desk -- node scripts/restore.mjs …`,
    )
  }
  if (manifest.database === 'postgres') {
    if (!databaseUrl) throw new UserError('Set DATABASE_URL to an empty PostgreSQL database.')
    const connection = readConnection(databaseUrl)
    return { connection, server: await checkEmpty(connection) }
  }
  if (databaseUrl) {
    throw new UserError('The backup has an embedded database. Remove DATABASE_URL to restore it.')
  }
  if (exists(join(dataDir, 'database'))) {
    throw new UserError(
      `${dataDir} already has a database, and a restore never overwrites anything. Set DATA_DIR to an empty folder.`,
    )
  }
  return undefined
}

/**
 * @param {Manifest} manifest
 * @param {Record<string, number>} rows
 */
const checkRows = (manifest, rows) => {
  const wrong = Object.entries(manifest.rows ?? {}).filter(
    ([table, count]) => rows[table] !== count,
  )
  if (wrong.length === 0) return
  const lines = wrong.map(
    ([table, count]) => `${table}: ${rows[table] ?? 0} rows instead of ${count}`,
  )
  throw new UserError(`The restored database differs from the backup:\n${lines.join('\n')}`)
}

/**
 * @param {Manifest} manifest
 * @param {import('./start/settings.mjs').Settings} settings
 */
const warn = ({ secretKey, files }, { SECRET_KEY = '', SECRET_KEY_PREVIOUS = '' }) => {
  const keys = [SECRET_KEY, ...SECRET_KEY_PREVIOUS.split(',')].filter(Boolean)
  if (secretKey && !keys.map(fingerprint).includes(secretKey)) {
    console.log(
      'Warning: neither SECRET_KEY nor SECRET_KEY_PREVIOUS is the key of this backup. Add that key to SECRET_KEY_PREVIOUS, or connect QuickBooks again and expect links in earlier emails to fail.',
    )
  }
  if (files === 's3') {
    console.log(
      "Warning: the files are in S3 and not in this backup. If they were lost too, restore them with the bucket's versions or replica.",
    )
  }
}

const main = async () => {
  const { backup, yes, keyFile } = readOptions()
  const settings = readSettings()
  process.umask(0o077)
  const given = readKey(keyFile, settings)
  const { manifest, key } = await readManifest(backup, given)
  checkVersion(manifest)
  await checkSums(backup, manifest.sha256, key)
  console.log(`The backup of ${manifest.createdAt} is complete.`)
  warn(manifest, settings)
  if (given && !key) {
    console.log(
      "Warning: this backup isn't encrypted, so anyone who can write to its folder may have changed it.",
    )
  }
  const dataDir = resolve(ROOT, settings.DATA_DIR ?? 'data')
  const plan = async () => {
    const target = await openTarget(manifest, findDatabaseUrl(settings), dataDir)
    return { target, copyFiles: await planCopy(backup, manifest, dataDir, key) }
  }
  if (!yes) return console.log(`Nothing has been restored. ${await explainNext(plan)}`)
  // Held until this process ends, so the app can't start on half a database.
  if (manifest.database === 'embedded') await lockDataDirectory(dataDir)
  const { target, copyFiles } = await plan()
  // The files first: if that fails, the database is still empty, and the command can be repeated.
  await copyFiles()
  if (target) {
    await restoreDatabase(target, join(backup, DUMP), key)
    markRestored(dataDir)
    checkRows(manifest, await countRows(target.connection))
  }
  console.log(`Restored.\n\n${NEXT_STEPS}`)
}

/** @param {() => Promise<unknown>} plan */
const explainNext = async (plan) => {
  try {
    await explained(plan)
    return 'To restore it, run the command again with --yes.'
  } catch (error) {
    if (error instanceof UserError) return `Before you restore it:\n${error.message}`
    throw error
  }
}

await command(() => explained(main))
