// Tests that migrations can take longer than the request timeouts. Runs only on PostgreSQL: the embedded database has
// one connection, so nothing can block a migration there.
import { createTestDatabase } from '@invoice-desk/testing/app/database'
import { expect, it } from 'vitest'
import { migrateDatabase } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'

const LIMIT = '50ms'

it.each([
  ['for another process that migrates', 'SELECT pg_advisory_lock(7204113)'],
  ['inside a statement', 'LOCK TABLE drizzle.__drizzle_migrations'],
])(
  'a migration that waits %s ignores the statement timeout, which applies again afterward',
  async (_, hold) => {
    const { env, dataDir, drop } = await createTestDatabase()
    const url = new URL(env.DATABASE_URL ?? '')
    const holder = await openDatabase({ dataDir, databaseUrl: url.href })
    url.search = '?statement_timeout=50'
    const database = await openDatabase({ dataDir, databaseUrl: url.href })
    const limit = async () =>
      (await database.pool.query('SHOW statement_timeout')).rows[0]?.statement_timeout
    expect(await limit()).toBe(LIMIT)
    const client = await holder.pool.connect()
    await client.query('BEGIN')
    await client.query(hold)
    const migrating = migrateDatabase(database.pool)
    migrating.catch(() => {})
    await client.query('SELECT pg_sleep(0.2)')
    await client.query('COMMIT')
    await client.query('SELECT pg_advisory_unlock_all()')
    client.release()
    await migrating
    expect(await limit()).toBe(LIMIT)
    await database.close()
    await holder.close()
    await drop()
  },
)
