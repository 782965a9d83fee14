// Migrates the database before the server accepts requests.
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'

const MIGRATIONS = new URL('./migrations', import.meta.url).pathname
const ADVISORY_LOCK = 7_204_113
/** Rebuilding a large table, or waiting for another process to do it, can take longer than these limits allow. */
const UNLIMITED = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

/** Processes that start at the same time take turns, and the later ones find nothing to do. */
export const migrateDatabase = async (pool: pg.Pool): Promise<void> => {
  const client = await pool.connect()
  // After a failure the connection is discarded, which also frees the lock.
  let broken: Error | undefined
  try {
    for (const limit of UNLIMITED) await client.query(`SET ${limit} = 0`)
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK])
    await migrate(drizzle(client), { migrationsFolder: decodeURIComponent(MIGRATIONS) })
    await client.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCK])
    for (const limit of UNLIMITED) await client.query(`RESET ${limit}`)
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(broken)
  }
}
