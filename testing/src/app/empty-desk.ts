// Empties a running app, as if it had just started on a new database: its rows, files, jobs and emulators.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sandbox } from '@invoice-desk/sandbox/start'
import type { RunningServer } from '@invoice-desk/server/server'
import type pg from 'pg'
import { waitFor } from '../wait-for.ts'

/** Rows that a new database has, by table. */
type FirstRows = ReadonlyMap<string, readonly object[]>

type Parts = {
  readonly desk: RunningServer
  readonly sandbox: Sandbox
  readonly dataDir: string
  readonly url: string
}

/** Call it before the first test; returns what empties the app after it. */
export const prepareToEmpty = async ({ desk, sandbox, dataDir, url }: Parts) => {
  const { pool } = desk.dependencies.database
  const tables = await listTables(pool)
  const firstRows = await readRows(pool, tables)
  return async (): Promise<void> => {
    sandbox.setAppUrl(url)
    await sandbox.reset()
    await endJobs(pool)
    await restore(pool, tables, firstRows)
    await removeFiles(dataDir)
    await desk.dependencies.settings.refresh()
  }
}

const listTables = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  )
  return rows.map(({ name }) => name)
}

const readRows = async (pool: pg.Pool, tables: readonly string[]): Promise<FirstRows> => {
  const found = new Map<string, object[]>()
  for (const table of tables) {
    const { rows } = await pool.query<{ row: object }>(`SELECT to_jsonb(t) AS row FROM ${table} t`)
    if (rows.length > 0)
      found.set(
        table,
        rows.map(({ row }) => row),
      )
  }
  return found
}

/** Removes jobs that haven't started, and waits for those that have. */
const endJobs = (pool: pg.Pool): Promise<void> =>
  waitFor(async () => {
    await pool.query("DELETE FROM jobs.job WHERE state <> 'active'")
    const { rows } = await pool.query<{ name: string }>('SELECT name FROM jobs.job')
    if (rows.length > 0) throw new Error(`still running: ${rows.map(({ name }) => name).join()}`)
  })

const restore = async (pool: pg.Pool, tables: readonly string[], firstRows: FirstRows) => {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    // Without triggers, which keep the audit log and check references.
    await client.query('SET LOCAL session_replication_role = replica')
    await client.query(tables.map((table) => `DELETE FROM ${table}`).join(';'))
    for (const [table, rows] of firstRows) {
      await client.query(
        `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`,
        [JSON.stringify(rows)],
      )
    }
    await client.query(
      "SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) FROM pg_sequences WHERE schemaname = 'public'",
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

const removeFiles = async (dataDir: string): Promise<void> => {
  const folder = join(dataDir, 'files')
  // With the marker of this installation, whose row is new too.
  for (const name of await readdir(folder).catch(() => [])) {
    await rm(join(folder, name), { recursive: true, force: true })
  }
}
