// Migrates the database before the server accepts requests.
import { readFileSync } from 'node:fs'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'

const MIGRATIONS = new URL('./migrations', import.meta.url).pathname
/** One process migrates at a time. */
export const MIGRATION_LOCK = 7_204_113
/** Rebuilding a large table, or waiting for another process to do it, can take longer than these limits allow. */
const UNLIMITED = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

// PostgreSQL's error codes
const INSUFFICIENT_PRIVILEGE = '42501'
/** The server has no such extension. Which of these depends on its version. */
const NOT_INSTALLED = ['0A000', '58P01']

/** An administrator of the database has to do something first. The message says what. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

/** When each migration was made, oldest first. The database stores the same number for those it has run. */
export const listMigrations = (): number[] => {
  const journal = new URL('./migrations/meta/_journal.json', import.meta.url)
  const { entries }: { entries: { when: number }[] } = JSON.parse(readFileSync(journal, 'utf8'))
  return entries.map(({ when }) => when)
}

/** Processes that start at the same time take turns, and the later ones find nothing to do. */
export const migrateDatabase = async (pool: pg.Pool): Promise<void> => {
  const client = await pool.connect()
  // After a failure the connection is discarded, which also frees the lock.
  let broken: Error | undefined
  try {
    for (const limit of UNLIMITED) await client.query(`SET ${limit} = 0`)
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), { migrationsFolder: decodeURIComponent(MIGRATIONS) })
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK])
    for (const limit of UNLIMITED) await client.query(`RESET ${limit}`)
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw (await explainRefusal(client, error)) ?? error
  } finally {
    client.release(broken)
  }
}

/** Undefined if an administrator can't help. */
const explainRefusal = async (client: pg.PoolClient, error: unknown) => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error && 'code' in cause)) return undefined
  const refused = (remedy: string) =>
    new MigrationRefused(`The database can't be migrated: ${cause.message}. ${remedy}`, { cause })
  if (cause.code === INSUFFICIENT_PRIVILEGE) {
    const { rows } = await client.query(
      `SELECT format('GRANT CREATE ON DATABASE %I TO %2$I; GRANT CREATE, USAGE ON SCHEMA public TO %2$I', current_database(), current_user) AS grant`,
    )
    return refused(
      `As an administrator, run these in the database at DATABASE_URL, then start again: ${rows[0]?.grant}; CREATE EXTENSION IF NOT EXISTS pg_trgm;`,
    )
  }
  return NOT_INSTALLED.includes(String(cause.code)) && cause.message.includes('pg_trgm')
    ? refused("Install PostgreSQL's contrib package on the database server, then start again.")
    : undefined
}
