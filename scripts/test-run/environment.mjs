// Gives test runs the same time zone, locale and settings on every machine, and prints what they run on.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import util from 'node:util'
import { getTestChromium } from '../lib/chromium.mjs'
import { getPostgres } from '../lib/postgres.mjs'
import { ROOT, run } from '../lib/processes.mjs'
import { table } from '../lib/table.mjs'
import { WORKERS } from '../lib/workers.mjs'

const FIXED = { TZ: 'UTC', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }
/** A run starts dozens of processes; with compiled code they start in half the time. */
const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compiled-tests') }
/** The major versions of the reference machine. */
const REFERENCE = { node: 24, postgres: 15, chromium: 156 }

/** Removes the shell's settings, so that tests can't reach a real database or service. */
export const fixEnvironment = () => {
  const settings = Object.keys(util.parseEnv(readFileSync(join(ROOT, '.env.example'), 'utf8')))
  const libpq = Object.keys(process.env).filter((name) => /^PG[A-Z]+$/.test(name))
  for (const name of [...settings, ...libpq, 'LANGUAGE', 'NODE_ENV']) {
    delete process.env[name]
  }
  Object.assign(process.env, FIXED, COMPILED)
  keepFilesInMemory()
}

/** A folder in memory on Linux. Containers may limit it to a few megabytes. */
const MEMORY = '/dev/shm'
/** Generous: an embedded database is 41 MB, one on PostgreSQL 10 MB, and each is deleted after its test file. */
const MEMORY_NEEDED = 4 * 2 ** 30

/**
 * Puts temporary files into memory if there's enough. Tests copy and delete databases of a thousand files, and some disks
 * check all recently deleted files for each new one.
 */
const keepFilesInMemory = () => {
  if (process.availableMemory() < 2 * MEMORY_NEEDED || freeBytes(MEMORY) < MEMORY_NEEDED) return
  const folder = mkdtempSync(join(MEMORY, 'invoice-desk-'))
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/** @param {string} folder */
const freeBytes = (folder) => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

/**
 * Installs what is missing, and prints what the tests run on.
 * @param {{ quick: boolean }} options Quick runs need neither PostgreSQL nor a browser.
 */
export const prepareEnvironment = async ({ quick }) => {
  const { node } = process.versions
  const rows = [
    ['Node', node, compare(node, REFERENCE.node)],
    ['Workers', `${WORKERS} (${availableParallelism()} cores, ${gigabytes()} GB of memory free)`],
    ['Time zone, locale', `${FIXED.TZ}, ${FIXED.LC_ALL}`],
    ...(quick ? [] : [await preparePostgres(), await prepareChromium()]),
    ...(quick ? [] : [['Fonts', 'bundled with the project']]),
  ]
  console.log(`\nTests run on:\n${table(rows)}\n`)
}

const gigabytes = () => Math.round(process.availableMemory() / 2 ** 30)

const preparePostgres = async () => {
  const folder = await getPostgres()
  const version = folder && (await versionOf(join(folder, 'postgres')))
  return version
    ? ['PostgreSQL', version, compare(version, REFERENCE.postgres)]
    : [
        'PostgreSQL',
        'none',
        'API tests use the embedded database; tests with several processes are skipped',
      ]
}

const prepareChromium = async () => {
  const path = await getTestChromium()
  const version = path && (await versionOf(path))
  return version
    ? ['Chromium', `${version} (${path})`, compare(version, REFERENCE.chromium)]
    : ['Chromium', 'none', 'browser tests are skipped']
}

/** @param {string} path */
const versionOf = async (path) => {
  const { output } = await run(path, ['--version'], { quiet: true })
  return /\d+(\.\d+)+/.exec(output)?.[0]
}

/**
 * @param {string} version
 * @param {number} major
 */
const compare = (version, major) =>
  Number.parseInt(version, 10) === major ? '' : `the tests are known to pass on ${major}`
