// `npm run backup` and `npm run restore` on the lab's database and files, and a comparison of all rows.
import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { findProgram } from '../../../scripts/lib/debian.mjs'
import { debianFolders } from '../../../scripts/lib/postgres.mjs'
import { run } from '../../../scripts/lib/processes.mjs'

const tool = async (name: string, args: readonly string[]): Promise<string> => {
  const program = findProgram([name], debianFolders())
  if (!program) throw new Error(`${name} isn't installed`)
  const { code, output } = await run(program, args, { quiet: true })
  if (code !== 0) throw new Error(output)
  return output
}

/** Every value of every row, including jobs and the audit log, as text. */
export const dumpText = (databaseUrl: string): Promise<string> =>
  tool('pg_dump', ['--data-only', '--format=plain', databaseUrl])

/** Both commands use it, so what's compared has been encrypted. */
const BACKUP_KEY = Buffer.alloc(32, 9).toString('base64')

/** Runs one of our commands with these settings and no others, and returns what it prints. */
const runCommand = async (args: readonly string[], settings: Readonly<Record<string, string>>) => {
  const env = { ...process.env, FILES_S3_BUCKET: '', BACKUP_KEY, ...settings }
  const { code, output } = await run(process.execPath, args, { quiet: true, env })
  if (code !== 0) throw new Error(output)
  return output
}

type Source = { readonly databaseUrl: string; readonly bucketDir: string }

/** The lab's files are in an S3 server's folder, so we back them up as if they were the app's own. */
export const backUp = async (source: Source, folder: string): Promise<string> => {
  const [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')]
  await mkdir(dataDir)
  await symlink(source.bucketDir, join(dataDir, 'files'))
  const settings = { DATABASE_URL: source.databaseUrl, DATA_DIR: dataDir }
  await runCommand(['scripts/backup.mjs', '--to', backups], settings)
  const [name = ''] = await readdir(backups)
  return join(backups, name)
}

/** Throws what the command prints if it refuses. */
export const restoreInto = (databaseUrl: string, dataDir: string, backup: string) =>
  runCommand(['scripts/restore.mjs', backup, '--yes'], {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
  })

/** A new database on the same server. */
export const createDatabase = async (databaseUrl: string, name: string): Promise<string> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}

/** An empty database of the same name, as after a disaster. */
export const recreateDatabase = async (databaseUrl: string): Promise<void> => {
  const url = new URL(databaseUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/template1'
  const client = new pg.Client(url.href)
  await client.connect()
  await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0`)
  await client.end()
}

type Query = (statement: string) => Promise<{ rows: Record<string, unknown>[] }>

/** For each table, the number of rows and a digest of their contents. */
const digestOf = async (query: Query): Promise<Map<string, string>> => {
  const { rows } = await query(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  )
  const digests = new Map<string, string>()
  for (const { name } of rows) {
    const whole = "md5(string_agg(md5(t::text), '' ORDER BY md5(t::text)))"
    const answer = await query(
      `SELECT count(*) || ' ' || coalesce(${whole}, '') AS d FROM ${name} t`,
    )
    digests.set(String(name), String(answer.rows[0]?.d))
  }
  return digests
}

const readDigests = async (databaseUrl: string): Promise<Map<string, string>> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return await digestOf((statement) => client.query(statement))
  } finally {
    await client.end()
  }
}

export type Comparison = {
  readonly tables: number
  readonly rows: number
  readonly differences: string[]
}

export const compareDatabases = async (one: string, other: string): Promise<Comparison> => {
  const [first, second] = [await readDigests(one), await readDigests(other)]
  const names = new Set([...first.keys(), ...second.keys()])
  const rows = [...first.values()].reduce((sum, digest) => sum + Number(digest.split(' ')[0]), 0)
  const differences = [...names].filter((name) => first.get(name) !== second.get(name))
  return { tables: names.size, rows, differences }
}

/** The names of all files below a folder, sorted. */
export const listFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length))
    .sort()
