// Brings the database to this version's tables before anything is served.
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'

const MIGRATIONS = new URL('./migrations', import.meta.url).pathname
const ADVISORY_LOCK = 7_204_113

/** Processes that start together take turns; the later ones find nothing left to do. */
export const migrateDatabase = async (pool: pg.Pool): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK])
    await migrate(drizzle(client), { migrationsFolder: decodeURIComponent(MIGRATIONS) })
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCK])
    client.release()
  }
}
