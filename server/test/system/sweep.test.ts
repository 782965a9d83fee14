// Tests which files the hourly sweep deletes, and that it deletes none if database and file store don't match.
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { storedFiles } from '@invoice-desk/testing/app/stored-files'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { addContractor } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { submit } from '@invoice-desk/testing/contractor/submit'
import { ADMIN } from '@invoice-desk/testing/people'
import { mailsTo } from '@invoice-desk/testing/sandbox/mailbox'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { linkCleanupJob } from '../../src/features/contractor/job-kinds.ts'
import { sweepJob } from '../../src/features/system/sweep/job-kinds.ts'
import { sweepFiles } from '../../src/features/system/sweep/sweep.ts'
import type { JobKind } from '../../src/jobs/queue.ts'
import { openFileStore, type StoreKind } from '../support/file-store.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk()
  // Only the tests run the sweep.
  await query(sql`DELETE FROM jobs.schedule WHERE name = ${sweepJob.name}`)
})
afterAll(() => desk.close())

const query = async (statement: SQL) =>
  (await desk.desk.dependencies.database.db.execute(statement)).rows
/** Simulates that the sweep found them this long ago. */
const foundBefore = (time: string) =>
  query(sql`UPDATE orphaned_file SET found_at = now() - ${time}::interval`)
const orphanIds = async () =>
  (await query(sql`SELECT file_id FROM orphaned_file`)).map(({ file_id }) => file_id)

const KINDS: StoreKind[] = ['on disk', 'in S3']

describe.each(KINDS)('files %s', (kind) => {
  let store: Awaited<ReturnType<typeof openFileStore>>
  beforeEach(async () => {
    store = await openFileStore(kind)
    await query(sql`UPDATE installation SET file_notice = '', orphans_accepted = 0`)
  })
  afterEach(() => store.close())

  const sweep = () => sweepFiles({ ...desk.desk.dependencies, files: store.files })
  const refer = async (ids: readonly string[]) => {
    for (const id of ids)
      await query(sql`INSERT INTO invoice_file (id, name, type, bytes, sha256)
                    VALUES (${id}, 'a.pdf', 'application/pdf', 36, 'x')`)
  }
  const noticeJobs = async () =>
    (await query(sql`SELECT id FROM jobs.job WHERE name = 'file-notice'
                   AND data->>'place' = ${store.files.place}`)) as unknown[]
  const notice = () =>
    waitFor(async () => {
      const mail = (await mailsTo(desk, ADMIN)).find(({ text }) => text.includes(store.files.place))
      if (!mail) throw new Error('the administrator got no email')
      return mail
    })

  it('are all kept when the database is empty, and the administrator gets one email per day', async () => {
    const ids = await store.add(10)
    await sweep()
    await sweep()
    expect(await store.list()).toEqual(ids.sort())
    expect([await orphanIds(), await store.files.readMarker()]).toEqual([[], undefined])
    const { subject, text } = await notice()
    expect(subject).toBe('Too many files aren’t in the database')
    expect(text).toContain('Files in the store: 10\nNot in the database: 10')
    expect(text).toContain('We deleted nothing.')
    expect(await noticeJobs()).toHaveLength(1)
    await query(sql`UPDATE installation SET file_notice = 'unknown_files:2020-01-01'`)
    await sweep()
    expect(await noticeJobs()).toHaveLength(2)
  })

  it('are all kept when the database is older than the files', async () => {
    await refer(await store.add(4))
    await sweep()
    await store.add(6)
    await sweep()
    expect(await store.list()).toHaveLength(10)
    expect(await orphanIds()).toEqual([])
    expect((await notice()).text).toContain('Files in the store: 10\nNot in the database: 6')
  })

  it('are deleted after seven days without a row, and not before', async () => {
    const known = await store.add(3)
    await refer(known)
    const [orphan] = await store.add(1)
    await sweep()
    await foundBefore('6 days 23 hours')
    await sweep()
    expect([await orphanIds(), await store.list()]).toEqual([[orphan], [...known, orphan].sort()])
    await foundBefore('7 days 1 second')
    await sweep()
    expect(await store.list()).toEqual(known.sort())
    await sweep()
    expect(await orphanIds()).toEqual([])
    expect(await noticeJobs()).toEqual([])
  })

  it('are kept when a row refers to them again', async () => {
    await refer(await store.add(3))
    const [orphan = ''] = await store.add(1)
    await sweep()
    await foundBefore('8 days')
    await refer([orphan])
    await sweep()
    expect(await orphanIds()).toEqual([])
    // Without that row, the seven days start again.
    await query(sql`DELETE FROM invoice_file WHERE id = ${orphan}`)
    await sweep()
    await sweep()
    expect([await orphanIds(), (await store.list()).length]).toEqual([[orphan], 4])
  })

  it('are all kept in the store of another installation, until its marker is removed', async () => {
    await refer(await store.add(3))
    await store.add(1)
    await sweep()
    await foundBefore('8 days')
    const own = await store.files.readMarker()
    await store.files.writeMarker('00000000-0000-4000-8000-000000000000')
    await sweep()
    expect(await store.list()).toHaveLength(4)
    const { subject } = await notice()
    expect(subject).toBe('The files belong to another installation')
    await store.removeMarker()
    await sweep()
    expect([await store.files.readMarker(), (await store.list()).length]).toEqual([own, 4])
    await sweep()
    expect(await store.list()).toHaveLength(3)
  })

  it('are deleted after seven days when an administrator accepts their number', async () => {
    await store.add(10)
    await query(sql`UPDATE installation SET orphans_accepted = 10`)
    await sweep()
    expect([(await orphanIds()).length, (await store.list()).length]).toEqual([10, 10])
    await foundBefore('8 days')
    await sweep()
    expect(await store.list()).toEqual([])
    await sweep()
    expect(await query(sql`SELECT orphans_accepted FROM installation`)).toEqual([
      { orphans_accepted: 0 },
    ])
  })
})

describe('the job', () => {
  const runJob = async (kind: JobKind) => {
    const { jobs, database } = desk.desk.dependencies
    await jobs.send(database.db, kind, {})
    await waitFor(async () => {
      const [job] = await query(
        sql`SELECT state FROM jobs.job WHERE name = ${kind.name} ORDER BY created_on DESC LIMIT 1`,
      )
      if (job?.state !== 'completed') throw new Error(`${kind.name} is ${job?.state}`)
    })
  }

  it('deletes leftover uploads, but no bill’s file', async () => {
    const contractor = await addContractor(desk)
    await submit(desk, contractor, { file: { name: 'a.pdf', content: samplePdf('kept') } })
    const before = await storedFiles(desk)
    const pathOf = (folder: string, name: string) => join(desk.dataDir, 'files', folder, name)
    const age = (path: string, seconds: number) => {
      const moment = Date.now() / 1_000 - seconds
      return utimes(path, moment, moment)
    }
    const leave = async (folder: string, name: string, ageSeconds: number) => {
      await mkdir(pathOf(folder, ''), { recursive: true })
      await writeFile(pathOf(folder, name), 'x')
      await age(pathOf(folder, name), ageSeconds)
    }
    await leave('incoming', 'old.part', 7_200)
    await leave('incoming', 'young.part', 60)
    for (const name of before) await age(pathOf(`kept/${name.slice(0, 2)}`, name), 7_200)
    await leave('kept/0a', '0a111111-1111-4111-8111-111111111111', 7_200)
    await leave('kept/0a', '0a222222-2222-4222-8222-222222222222', 60)
    await leave('kept/0a', 'not-ours', 7_200)
    await runJob(sweepJob)
    await foundBefore('8 days')
    await runJob(sweepJob)
    const added = (await storedFiles(desk)).filter((name) => !before.includes(name))
    expect(added).toEqual(['0a222222-2222-4222-8222-222222222222', 'not-ours', 'young.part'])
    expect(await storedFiles(desk)).toEqual(expect.arrayContaining(before))
  })
  it('deletes links that expired long ago', async () => {
    await query(sql`
      INSERT INTO verification (token_hash, email, expires_at)
      VALUES ('old', 'a@b.example', now() - interval '100 days'),
             ('recent', 'a@b.example', now() - interval '1 day')`)
    await runJob(linkCleanupJob)
    const links = sql`SELECT token_hash FROM verification WHERE email = 'a@b.example'`
    expect(await query(links)).toEqual([{ token_hash: 'recent' }])
  })
})
