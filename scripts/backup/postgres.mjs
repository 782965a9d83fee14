// Runs psql, pg_dump and pg_restore on the database at DATABASE_URL, as the user in MIGRATION_DATABASE_URL if there is one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { findProgram } from '../lib/debian.mjs'
import { debianFolders } from '../lib/postgres.mjs'
import { UserError } from '../lib/processes.mjs'
import { readContent, writeContent } from './content.mjs'

/** @typedef {{ dbname: string, env: NodeJS.ProcessEnv }} Connection */
/** @typedef {{ snapshot: string, server: number, installation: string | undefined, migration: number, storedFiles: number, rows: Record<string, number> }} Facts */

const OWN_TABLES = `FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`
const SERVER = `SELECT 'server', current_setting('server_version_num')::int / 10000;`
const COUNT_ROWS = `
SELECT format('SELECT ''rows'', %L, count(*) FROM %1$s', format('%I.%I', schemaname, tablename)) ${OWN_TABLES}
\\gexec
`
/** So a backup fails, rather than waits forever, while a program locks a table. */
const LOCK_WITHIN = '5min'
const DEBIAN_CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
/** Older versions erased no files, and had no `is_stored`. The dump and the row counts see the same moment, even while the app is running. */
const READ_FACTS = `
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 0;
SET LOCAL idle_in_transaction_session_timeout = 0;
SET LOCAL lock_timeout = '${LOCK_WITHIN}';
SELECT 'snapshot', pg_export_snapshot();
${SERVER}
SELECT 'installation', id FROM installation;
SELECT 'migration', max(created_at) FROM drizzle.__drizzle_migrations;
SELECT 'files', count(*) FROM invoice_file AS file WHERE to_jsonb(file) ->> 'is_stored' IS DISTINCT FROM 'false';
${COUNT_ROWS}`
const TARGET = `
${SERVER}
SELECT 'tables', count(*) ${OWN_TABLES};
SELECT 'clients', count(*) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()
  -- The type of other users' sessions is hidden. PostgreSQL's own have no user.
  AND coalesce(backend_type, CASE WHEN usename IS NOT NULL THEN 'client backend' END) = 'client backend';
`

/**
 * The address of the user that owns the tables: it may read all, and create them in an empty database.
 * @param {import('../start/settings.mjs').Settings} settings
 */
export const findDatabaseUrl = ({ DATABASE_URL, MIGRATION_DATABASE_URL }) =>
  MIGRATION_DATABASE_URL ?? DATABASE_URL

/**
 * The address without its password, which would be visible in the list of processes. In a URL, the app takes every
 * `sslmode` but `disable` and `no-verify` for `verify-full`, so we do too.
 * @param {string} databaseUrl
 * @returns {Connection}
 */
export const readConnection = (databaseUrl) => {
  const { url, password } = parseAddress(databaseUrl)
  const { searchParams: options } = url
  const isLenient = options.get('uselibpqcompat') === 'true'
  for (const name of ['password', 'uselibpqcompat']) options.delete(name)
  const mode = options.get('sslmode')
  if (mode === 'no-verify') options.set('sslmode', 'require')
  else if (mode && mode !== 'disable' && !isLenient) {
    options.set('sslmode', 'verify-full')
    if (!options.has('sslrootcert')) options.set('sslrootcert', findCertificates())
  }
  // PostgreSQL's programs take a plus for a plus.
  url.search = url.search.replaceAll('+', '%20')
  const env = { ...process.env, ...(password ? { PGPASSWORD: password } : {}) }
  return { dbname: url.href, env }
}

/** @param {string} databaseUrl */
const parseAddress = (databaseUrl) => {
  try {
    const url = new URL(databaseUrl)
    const password = url.searchParams.get('password') ?? decodeURIComponent(url.password)
    url.password = ''
    return { url, password }
  } catch {
    // Not the error itself, which contains the password.
    throw new UserError(
      "DATABASE_URL isn't a valid address. Percent-encode special characters in the password.",
    )
  }
}

/** Before version 16, PostgreSQL's programs don't know `system`. */
const findCertificates = () =>
  process.env.NODE_EXTRA_CA_CERTS ||
  (existsSync(DEBIAN_CERTIFICATES) ? DEBIAN_CERTIFICATES : 'system')

/**
 * The one of the server's version, if there are several.
 * @param {string} name
 * @param {number} [server]
 */
const findTool = (name, server) => {
  const folders = debianFolders()
  const same = folders.filter((folder) => folder.endsWith(`/${server}/bin`))
  const program = findProgram([name], [...same, ...folders])
  if (program) return program
  throw new UserError(
    `${name} isn't installed. Install PostgreSQL's client programs, for example Debian's postgresql-client package.`,
  )
}

/**
 * Through streams, so what's encrypted is never on a disk as it is.
 * @param {string} name
 * @param {number} server
 * @param {readonly string[]} args
 * @param {Connection} connection
 * @param {{ input?: AsyncIterable<Buffer>, output?: (content: AsyncIterable<Buffer>) => Promise<void> }} streams
 */
const runTool = async (name, server, args, { dbname, env }, { input, output }) => {
  const all = ['--no-password', `--dbname=${dbname}`, ...args]
  const child = spawn(findTool(name, server), all, { env, stdio: 'pipe' })
  let problem = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    problem += text
  })
  const [ended, read, written] = await Promise.allSettled([
    once(child, 'close'),
    pipeline(input ?? [], child.stdin),
    output ? output(child.stdout) : child.stdout.resume(),
  ])
  // Such as a full disk, which also ends the program.
  if (written.status === 'rejected') throw written.reason
  const code = ended.status === 'fulfilled' ? ended.value[0] : String(ended.reason)
  if (code !== 0) throw new UserError(`${name} failed:\n${problem.trim() || code}`)
  if (read.status === 'rejected' && input) throw read.reason
}

/**
 * Dumps the database into a file.
 * @param {Connection} connection
 * @param {string} file
 * @param {Buffer | undefined} key encrypts it
 * @returns {Promise<Facts>} what the dump contains
 */
export const dumpDatabase = async (connection, file, key) => {
  const { lines, close } = await openSession(connection, READ_FACTS)
  try {
    const facts = parseFacts(lines)
    const args = [
      '--format=custom',
      `--lock-wait-timeout=${LOCK_WITHIN}`,
      `--snapshot=${facts.snapshot}`,
    ]
    await runTool('pg_dump', facts.server, args, connection, {
      output: (content) => writeContent(content, file, key),
    })
    return facts
  } finally {
    close()
  }
}

/**
 * Runs statements in a session that stays open until it's closed, because a snapshot ends with its transaction.
 * @param {Connection} connection
 * @param {string} statements
 * @returns {Promise<{ lines: string[], close: () => void }>}
 */
const openSession = ({ dbname, env }, statements) =>
  new Promise((resolve, reject) => {
    const args = [...PSQL, '--no-password', `--dbname=${dbname}`]
    const child = spawn(findTool('psql'), args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
    /** @type {string[]} */
    const lines = []
    let problem = ''
    createInterface(child.stdout).on('line', (line) => {
      if (line === 'ready') resolve({ lines, close: () => child.stdin.end() })
      else lines.push(line)
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      problem += text
    })
    const fail = () => reject(new UserError(`We couldn't read the database:\n${problem.trim()}`))
    child.once('close', fail).once('error', (error) => {
      problem += error.message
      fail()
    })
    child.stdin.on('error', () => {}).write(`${statements}\n\\echo ready\n`)
  })

/**
 * @param {Connection} connection
 * @param {string} statements
 */
const query = async (connection, statements) => {
  const { lines, close } = await openSession(connection, statements)
  close()
  return lines
}

/** Without a start file, quiet, as bare rows with tabs between the columns. */
const PSQL = ['-XqAt', '-F', '\t', '-v', 'ON_ERROR_STOP=1']

/**
 * @param {readonly string[]} lines
 * @returns {Facts}
 */
const parseFacts = (lines) => {
  const cells = lines.map((line) => line.split('\t'))
  const values = new Map(cells.map(([name = '', value = '']) => [name, value]))
  return {
    snapshot: values.get('snapshot') ?? '',
    server: Number(values.get('server')),
    installation: values.get('installation'),
    migration: Number(values.get('migration')),
    storedFiles: Number(values.get('files')),
    rows: parseRows(lines),
  }
}

/**
 * @param {readonly string[]} lines
 * @returns {Record<string, number>}
 */
const parseRows = (lines) =>
  Object.fromEntries(
    lines
      .map((line) => line.split('\t'))
      .filter(([name]) => name === 'rows')
      .map(([, table, count]) => [table, Number(count)]),
  )

/**
 * @param {Connection} connection
 * @returns {Promise<Record<string, number>>} the number of rows of each table
 */
export const countRows = async (connection) => parseRows(await query(connection, COUNT_ROWS))

/**
 * Throws unless the database is empty and not in use.
 * @param {Connection} connection
 * @returns {Promise<number>} the major version of the server
 */
export const checkEmpty = async (connection) => {
  const lines = await query(connection, TARGET)
  const counts = Object.fromEntries(lines.map((line) => line.split('\t')))
  if (counts.clients !== '0') {
    throw new UserError(
      'Other programs are connected to the database at DATABASE_URL. Stop every process of the app first.',
    )
  }
  if (counts.tables !== '0') {
    throw new UserError(
      `The database at DATABASE_URL already has ${counts.tables} tables, and a restore never overwrites anything. Create an empty database, and set DATABASE_URL to it.`,
    )
  }
  return Number(counts.server)
}

/**
 * All or nothing: if it fails, the database is still empty. The objects belong to the user in DATABASE_URL.
 * @param {{ connection: Connection, server: number }} target with the server's major version
 * @param {string} file
 * @param {Buffer | undefined} key if it's encrypted
 */
export const restoreDatabase = async ({ connection, server }, file, key) => {
  const args = ['--single-transaction', '--no-owner', '--no-privileges', '--no-comments']
  try {
    await runTool('pg_restore', server, args, connection, { input: readContent(file, key) })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UserError(
      `${reason}\n\nThe database is still empty. The server, pg_restore and the pg_dump of the backup should have the same version; this server is version ${server}.`,
    )
  }
}
