// The script for containers gives a superuser's database to an owner who is none, and the app works with it.
import { execFileSync } from 'node:child_process'
import { addDatabase } from '@invoice-desk/testing/app/database'
import { startTestDesk } from '@invoice-desk/testing/app/test-desk'
import pg from 'pg'
import { expect, it } from 'vitest'
import { migrateDatabase } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { migrateJobs } from '../../src/jobs/migrate-as-owner.ts'

const SERVER = process.env.TEST_DATABASE_URL ?? ''
const SCRIPT = new URL('../../../deploy/app-user.sh', import.meta.url).pathname
const [APP_PASSWORD, OWNER_PASSWORD] = ["it's the app", 'the owner']

const query = async (url: string, statement: string) => {
  const client = new pg.Client(url)
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

const runScript = (url: string, name: string) => {
  const { hostname, port, username, password } = new URL(url)
  const env = {
    ...process.env,
    PGHOST: hostname,
    PGPORT: port,
    PGPASSWORD: decodeURIComponent(password),
    POSTGRES_USER: username,
    POSTGRES_DB: name,
    POSTGRES_APP_PASSWORD: APP_PASSWORD,
    POSTGRES_OWNER_PASSWORD: OWNER_PASSWORD,
  }
  execFileSync('sh', [SCRIPT], { env })
}

const as = (url: string, user: string, password: string): string => {
  const address = new URL(url)
  address.username = user
  address.password = encodeURIComponent(password)
  return address.href
}

/** What the owner couldn't change. The extension's own objects are the superuser's. */
const LEFT = `
  SELECT oid::regclass::text AS name FROM pg_class
    WHERE relnamespace::regnamespace::text IN ('public', 'drizzle', 'jobs') AND relowner::regrole::text <> 'desk_owner'
  UNION ALL SELECT oid::regprocedure::text FROM pg_proc
    WHERE pronamespace::regnamespace::text IN ('public', 'drizzle', 'jobs') AND proowner::regrole::text <> 'desk_owner'
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
  UNION ALL SELECT nspname FROM pg_namespace
    WHERE nspname IN ('drizzle', 'jobs') AND nspowner::regrole::text <> 'desk_owner'`

it('moves a database from before, twice without harm', async () => {
  const { url, name, drop } = await addDatabase(SERVER)
  try {
    const before = await openDatabase({ databaseUrl: url, dataDir: '' })
    await migrateDatabase(before.pool)
    await migrateJobs(url, { error: () => {} })
    await before.close()
    for (const _ of [1, 2]) runScript(url, name)
    expect((await query(url, LEFT)).rows).toEqual([])
    const desk = await startTestDesk({
      DATABASE_URL: as(url, 'desk_app', APP_PASSWORD),
      MIGRATION_DATABASE_URL: as(url, 'desk_owner', OWNER_PASSWORD),
    })
    await desk.stop()
    const owner = as(url, 'desk_owner', OWNER_PASSWORD)
    expect((await query(owner, `SHOW is_superuser`)).rows).toEqual([{ is_superuser: 'off' }])
  } finally {
    await drop()
    await query(SERVER, 'DROP ROLE IF EXISTS desk_app, desk_owner')
  }
})
