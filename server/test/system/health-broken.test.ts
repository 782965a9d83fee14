// The tests of the database, the file store and the mail server when something is wrong with them.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Service } from '@invoice-desk/contract/system/service-checks'
import { startS3 } from '@invoice-desk/testing/app/s3-server'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unavailableDatabase } from '../../src/db/unavailable.ts'
import type { CheckDependencies } from '../../src/features/system/health/check.ts'
import { runCheck } from '../../src/features/system/health/run-check.ts'
import { createFiles } from '../../src/providers/files/files.ts'

let desk: TestDesk
let deps: CheckDependencies
beforeAll(async () => {
  desk = await startTestDesk()
  deps = desk.desk.dependencies
})
afterAll(() => desk.close())

/** The text and fix of each problem. */
const problemsOf = async (service: Service, changed: Partial<CheckDependencies>) =>
  (await runCheck({ ...deps, ...changed }, service))
    .filter(({ state }) => state === 'problem')
    .map(({ text, fix }) => `${text} → ${fix}`)

describe('the database', () => {
  it('has a problem if its clock and ours differ by more than 5 seconds', async () => {
    // The embedded database has our clock, so this one is a server whose clock is ahead.
    const query = async (text: string, values: unknown[]) => {
      const { rows } = await deps.database.pool.query(text, values)
      return { rows: rows.map((row) => ({ ...row, now: row.now + 60_000 })) }
    }
    const pool = { query } as unknown as pg.Pool
    expect(await problemsOf('database', { database: { ...deps.database, pool } })).toEqual([
      expect.stringMatching(/clock is (59|60) seconds behind .* → Turn on time synchronization/),
    ])
  })

  describe('whose user lacks privileges', () => {
    const GRANTS = `
      GRANT CREATE ON DATABASE :database TO "weak user";
      GRANT ALL ON SCHEMA public, drizzle, jobs TO "weak user"`

    it.each([
      [
        'on schemas and tables',
        '',
        /^The user in DATABASE_URL can't create tables.*GRANT CREATE ON DATABASE \w+ TO "weak user";/,
      ],
      ['on tables', GRANTS, /^\d+ tables belong to \w+, so the user in DATABASE_URL can't migrate/],
    ])('%s has a problem, until a superuser runs its fix', async (_, grants, text) => {
      const client = await deps.database.pool.connect()
      const problems = async () => {
        await client.query('SET LOCAL ROLE "weak user"')
        const pool = client as unknown as pg.Pool
        const found = await problemsOf('database', { database: { ...deps.database, pool } })
        await client.query('RESET ROLE')
        return found
      }
      try {
        await client.query('BEGIN; CREATE ROLE "weak user"')
        const { rows } = await client.query('SELECT quote_ident(current_database()) AS name')
        await client.query(grants.replace(':database', rows[0].name))
        const [found = '', ...others] = await problems()
        expect([found, others]).toEqual([expect.stringMatching(text), []])
        const fix = /As a PostgreSQL superuser, run this in the database \w+: (.*)$/.exec(
          found,
        )?.[1]
        await client.query(fix ?? '')
        expect(await problems()).toEqual([])
      } finally {
        await client.query('ROLLBACK')
        client.release()
      }
    })
  })

  it('has a problem in live mode if it is embedded', async () => {
    const config = { ...deps.config, mode: 'live' as const, databaseUrl: undefined }
    expect(await problemsOf('database', { config })).toEqual([
      expect.stringContaining('Set DATABASE_URL to use PostgreSQL'),
    ])
  })

  it.each([
    ['28P01', 'refused the user or the password'],
    ['3D000', "database doesn't exist"],
    ['ECONNREFUSED', 'Nothing answers'],
  ])('has a problem if the connection fails with %s', async (code, text) => {
    const cause = Object.assign(new Error('secret'), { code })
    const problems = await problemsOf('database', { database: unavailableDatabase(cause) })
    expect(problems).toEqual([expect.stringContaining(text)])
    expect(problems.join()).not.toContain('secret')
  })
})

describe('the file store', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'desk-health-'))
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  it('has a problem if nothing can be written there', async () => {
    await writeFile(join(dataDir, 'files'), 'not a folder')
    const files = createFiles({ dataDir, files: { s3: undefined } })
    const [first = '', ...rest] = await problemsOf('storage', { files })
    expect(first).toContain(join(dataDir, 'files'))
    expect([first, rest]).toEqual([expect.stringContaining('DATA_DIR'), []])
  })

  it('has a problem if it belongs to another installation', async () => {
    await deps.database.db.execute(
      sql`INSERT INTO installation DEFAULT VALUES ON CONFLICT DO NOTHING`,
    )
    const readMarker = async () => '00000000-0000-4000-8000-000000000000'
    const problems = await problemsOf('storage', { files: { ...deps.files, readMarker } })
    expect(problems).toEqual([expect.stringContaining('belongs to a different installation')])
  })

  it('leaves no file behind', async () => {
    await problemsOf('storage', {})
    const entries = await readdir(join(desk.dataDir, 'files'), { recursive: true })
    expect(entries.filter((name) => name.includes('probe-') || name.endsWith('.part'))).toEqual([])
  })

  it('has a problem in S3 with a wrong bucket, key or address', async () => {
    const s3 = await startS3()
    const { env } = s3
    const right = {
      endpoint: env.FILES_S3_ENDPOINT,
      bucket: env.FILES_S3_BUCKET,
      key: env.FILES_S3_KEY,
      secret: env.FILES_S3_SECRET,
      region: 'us-east-1',
    }
    const testWith = (wrong: Partial<typeof right>) => {
      const config = { ...deps.config, files: { s3: { ...right, ...wrong } } }
      return problemsOf('storage', { config, files: createFiles(config) })
    }
    try {
      expect(await testWith({})).toEqual([])
      expect(await testWith({ bucket: 'none' })).toEqual([
        expect.stringContaining('FILES_S3_BUCKET'),
      ])
      expect(await testWith({ key: 'none' })).toEqual([expect.stringContaining('FILES_S3_KEY')])
    } finally {
      await s3.close()
    }
    expect(await testWith({})).toEqual([expect.stringContaining('Check FILES_S3_ENDPOINT')])
  })
})

describe('the mail server', () => {
  const testWith = (mail: Partial<CheckDependencies['config']['mail']>) =>
    problemsOf('mail', { config: { ...deps.config, mail: { ...deps.config.mail, ...mail } } })
  const change = (change: (url: URL) => void) => {
    const url = new URL(deps.config.mail.smtpUrl)
    change(url)
    return { smtpUrl: url.href }
  }

  it.each<[string, () => Parameters<typeof testWith>[0], string]>([
    ['a wrong password', () => change((url) => (url.password = 'hunter2')), 'refused the user'],
    ['no TLS where we require it', () => ({ requireTls: true }), "doesn't offer TLS"],
    [
      'no TLS at the port for it',
      () => ({ smtpUrl: deps.config.mail.smtpUrl.replace('smtp:', 'smtps:') }),
      "doesn't speak TLS",
    ],
    ['a closed port', () => change((url) => (url.port = '2')), 'Nothing answers at localhost:2'],
  ])('has a problem with %s', async (_, mail, text) => {
    const problems = await testWith(mail())
    expect(problems).toEqual([expect.stringContaining(text)])
    expect(problems[0]).toContain('SMTP_URL')
    expect(problems[0]).not.toContain('hunter2')
  })
  it('is worth a note if it is on another machine and TLS is optional', async () => {
    // Leads to this machine, but isn't one of its own addresses.
    const { smtpUrl } = change((url) => (url.hostname = '0.0.0.0'))
    const config = { ...deps.config, mail: { ...deps.config.mail, smtpUrl } }
    const found = await runCheck({ ...deps, config }, 'mail')
    expect(found.map(({ state, text }) => `${state}: ${text}`)).toContain(
      'note: The connection uses TLS only if the mail server offers it.',
    )
  })
})
