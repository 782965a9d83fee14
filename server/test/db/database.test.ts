// Tests migrations and database constraints.
import { createTestDatabase } from '@invoice-desk/testing/app/database'
import { expect, it } from 'vitest'
import { recordEvent } from '../../src/db/audit.ts'
import { migrateDatabase } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'

it('migrates once if several processes start at the same time', async () => {
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

it('tells which privilege the database user lacks', async () => {
  const { env, dataDir, drop } = await createTestDatabase()
  const database = await openDatabase({ dataDir, databaseUrl: env.DATABASE_URL })
  await database.pool.query('SET ROLE pg_monitor')
  await expect(migrateDatabase(database.pool)).rejects.toThrow(
    /permission denied .+: GRANT CREATE ON DATABASE \w+ TO pg_monitor; GRANT .+ ON SCHEMA public TO pg_monitor; CREATE/,
  )
  await database.close()
  await drop()
})

it('does not allow changes to the audit log', async () => {
  const { env, dataDir, drop } = await createTestDatabase()
  const database = await openDatabase({ dataDir, databaseUrl: env.DATABASE_URL })
  await migrateDatabase(database.pool)
  await recordEvent(database.db, {
    actor: 'a',
    action: 'job_retried',
    subject: { kind: 'job', id: 'b' },
  })
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
