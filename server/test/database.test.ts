// Migrations, and what the database itself refuses.
import { createTestDatabase } from '@invoice-desk/testing/database'
import { describe, expect, it } from 'vitest'
import { recordEvent } from '../src/db/audit.ts'
import { openDatabase } from '../src/db/client.ts'
import { migrateDatabase } from '../src/db/migrate.ts'

it('migrates once when several processes start together', async () => {
  const { env, dataDir, drop } = await createTestDatabase()
  const database = await openDatabase({ dataDir, databaseUrl: env.DATABASE_URL })
  await Promise.all([1, 2, 3].map(() => migrateDatabase(database.pool)))
  const { rows } = await database.pool.query(
    `SELECT count(*)::int AS tables FROM information_schema.tables WHERE table_name = 'audit_event'`,
  )
  expect(rows).toEqual([{ tables: 1 }])
  await database.close()
  await drop()
})

// The embedded database has one connection: nothing can be in a migration's way there.
describe.skipIf(!process.env.TEST_DATABASE_URL)('a migration that has to wait', () => {
  const LIMIT = '50ms'

  it.each([
    ['for another process that migrates', 'SELECT pg_advisory_lock(7204113)'],
    ['inside a statement', 'LOCK TABLE drizzle.__drizzle_migrations'],
  ])('%s outlasts the time-out of statements, which holds again afterwards', async (_, hold) => {
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
  })
})

it('lets nobody alter the audit trail', async () => {
  const { env, dataDir, drop } = await createTestDatabase()
  const database = await openDatabase({ dataDir, databaseUrl: env.DATABASE_URL })
  await migrateDatabase(database.pool)
  await recordEvent(database.db, { actor: 'a', action: 'b', subject: { kind: 'c', id: 'd' } })
  for (const statement of [
    `UPDATE audit_event SET actor = 'x'`,
    'DELETE FROM audit_event',
    'TRUNCATE audit_event',
  ]) {
    await expect(database.pool.query(statement)).rejects.toThrow('append-only')
  }
  await database.close()
  await drop()
})
