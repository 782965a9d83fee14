// With a user of its own for migrations, the app's user can do its work, but can't touch the audit log or the tables.
import { randomUUID } from 'node:crypto'
import { listFailedJobs, retryFailedJob } from '@invoice-desk/contract/system/system'
import { addDatabase } from '@invoice-desk/testing/app/database'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { STAFF } from '@invoice-desk/testing/people'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '../../src/db/open.ts'
import { runCheck } from '../../src/features/system/health/run-check.ts'
import { migrateAsOwner } from '../../src/jobs/migrate-as-owner.ts'
import { handleJob, type JobKind } from '../../src/jobs/queue.ts'

const SERVER = process.env.TEST_DATABASE_URL ?? ''
const id = randomUUID().slice(0, 8)
const [owner, app] = [`owner ${id}`, `app ${id}`]

const asAdministrator = async (url: string, ...statements: string[]): Promise<void> => {
  const client = new pg.Client(url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const as = (user: string, url: string): string => {
  const address = new URL(url)
  address.username = user
  address.password = 'secret'
  return address.href
}

let database: Awaited<ReturnType<typeof addDatabase>>
let desk: TestDesk
let urls: { DATABASE_URL: string; MIGRATION_DATABASE_URL: string }
beforeAll(async () => {
  await asAdministrator(
    SERVER,
    ...[owner, app].map((user) => `CREATE ROLE "${user}" LOGIN PASSWORD 'secret'`),
  )
  database = await addDatabase(SERVER)
  await asAdministrator(database.url, `ALTER DATABASE ${database.name} OWNER TO "${owner}"`)
  urls = {
    DATABASE_URL: as(app, database.url),
    MIGRATION_DATABASE_URL: as(owner, database.url),
  }
  desk = await startTestDesk(urls)
})
afterAll(async () => {
  await desk?.stop()
  await database?.drop()
  await asAdministrator(SERVER, `DROP ROLE IF EXISTS "${app}", "${owner}"`)
})

const refused = (statement: string) =>
  expect(desk.desk.dependencies.database.pool.query(statement), statement).rejects.toThrow(
    /permission denied|must (be|have)/,
  )

it('does its work: requests, a job that fails and is retried, and an entry in the audit log', async () => {
  const { jobs, database: used } = desk.desk.dependencies
  const kind = { name: 'test_once', data: z.null(), retryLimit: 0 } satisfies JobKind
  let runs = 0
  await jobs.start([
    handleJob(kind, async () => {
      runs += 1
      if (runs < 2) throw new Error('not yet')
    }),
  ])
  await used.db.transaction((tx) => jobs.send(tx, kind, null))
  const { idToken: token } = await desk.signIn(STAFF)
  const failed = async () => (await desk.call(listFailedJobs, { token })).body.jobs
  await vi.waitFor(async () => expect(await failed()).toHaveLength(1), 10_000)
  const [{ id: job }] = await failed()
  expect((await desk.call(retryFailedJob, { token, body: { id: job } })).status).toBe(200)
  await vi.waitFor(() => expect(runs).toBe(2), 10_000)
  const { rows } = await used.pool.query("SELECT FROM audit_event WHERE action = 'job_retried'")
  expect(rows).toHaveLength(1)
})

it('can neither change the audit log nor what protects it', async () => {
  for (const statement of [
    'ALTER TABLE audit_event DISABLE TRIGGER audit_event_append_only',
    'ALTER TABLE audit_event DISABLE TRIGGER ALL',
    'DROP TRIGGER audit_event_append_only ON audit_event',
    'CREATE OR REPLACE FUNCTION audit_event_is_append_only() RETURNS trigger LANGUAGE sql AS $$$$',
    'SET session_replication_role = replica',
    "UPDATE audit_event SET actor = 'x'",
    'DELETE FROM audit_event',
    'TRUNCATE audit_event',
    'DROP TABLE audit_event',
    'ALTER TABLE audit_event ADD COLUMN extra text',
    'ALTER TABLE bill ADD COLUMN extra text',
    'CREATE TABLE public.extra (id int)',
    'CREATE SCHEMA extra',
    `SET ROLE "${owner}"`,
    `GRANT "${owner}" TO "${app}"`,
    // The owner would run it at the next update of the job queue.
    "INSERT INTO jobs.bam (name, version, status, table_name, command) VALUES ('x', 1, 'pending', 'x', 'x')",
    'DELETE FROM drizzle.__drizzle_migrations',
  ]) {
    await refused(statement)
  }
})

it('keeps exactly these rights after the next migration, also on new tables', async () => {
  const asOwner = await openDatabase({ databaseUrl: urls.MIGRATION_DATABASE_URL, dataDir: '' })
  await asOwner.pool.query(
    `CREATE TABLE later (id int); GRANT ALL ON audit_event, jobs.bam TO "${app}"`,
  )
  const { database: used, log } = desk.desk.dependencies
  await migrateAsOwner(urls.MIGRATION_DATABASE_URL, used, log)
  await used.pool.query('INSERT INTO later VALUES (1); UPDATE later SET id = 2; DELETE FROM later')
  await refused('DELETE FROM audit_event')
  await refused('DELETE FROM jobs.bam')
  await asOwner.pool.query('DROP TABLE later')
  await asOwner.close()
})

it('says so in the health test', async () => {
  const findings = await runCheck(desk.desk.dependencies, 'database')
  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([])
  const texts = findings.map(({ text }) => text)
  expect(texts).toContain(`The user ${app} in DATABASE_URL can't change tables or the audit log.`)
  expect(texts).toContain('All migrations have run.')
})

it('has a problem if everyone may create functions, which the owner could come to use', async () => {
  const asOwner = await openDatabase({ databaseUrl: urls.MIGRATION_DATABASE_URL, dataDir: '' })
  await asOwner.pool.query('GRANT CREATE ON SCHEMA public TO PUBLIC')
  const { database: used, log } = desk.desk.dependencies
  const before = await runCheck(desk.desk.dependencies, 'database')
  await migrateAsOwner(urls.MIGRATION_DATABASE_URL, used, log)
  const after = await runCheck(desk.desk.dependencies, 'database')
  await asOwner.close()
  expect(before).toContainEqual(
    expect.objectContaining({ state: 'problem', fix: expect.stringContaining('REVOKE CREATE') }),
  )
  expect(after.filter(({ state }) => state !== 'ok')).toEqual([])
})

it('does not start if the app could change the tables anyway, and the health test says why', async () => {
  const { config, log } = desk.desk.dependencies
  const asOwner = await openDatabase({ databaseUrl: urls.MIGRATION_DATABASE_URL, dataDir: '' })
  await expect(migrateAsOwner(urls.MIGRATION_DATABASE_URL, asOwner, log)).rejects.toThrow(
    `The user ${owner} in DATABASE_URL could change tables and the audit log`,
  )
  const deps = { ...desk.desk.dependencies, database: asOwner }
  expect(await runCheck(deps, 'database')).toContainEqual(
    expect.objectContaining({ state: 'problem', text: expect.stringContaining("won't start") }),
  )
  const one = { ...config, mode: 'live' as const, migrationDatabaseUrl: undefined }
  expect(await runCheck({ ...deps, config: one }, 'database')).toContainEqual(
    expect.objectContaining({ state: 'note', fix: expect.stringContaining('MIGRATION_DATABASE_') }),
  )
  await asOwner.close()
})
