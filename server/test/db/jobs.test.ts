// Tests that jobs commit with their transaction, are retried, and stay visible when they fail.
import { listFailedJobs, retryFailedJob } from '@invoice-desk/contract/system/system'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { STAFF } from '@invoice-desk/testing/people'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { handleJob, type JobKind } from '../../src/jobs/queue.ts'

const data = z.object({ text: z.string() })
const good = { name: 'test_good', data } satisfies JobKind
const flaky = { name: 'test_flaky', data, retryDelaySeconds: 0, retryLimit: 3 } satisfies JobKind
const broken = { name: 'test_broken', data, retryLimit: 0 } satisfies JobKind

let desk: TestDesk
const done: string[] = []
let flakyRuns = 0
let isFixed = false

beforeAll(async () => {
  desk = await startTestDesk()
  await desk.desk.dependencies.jobs.start([
    handleJob(good, async ({ text }) => void done.push(text)),
    handleJob(flaky, async ({ text }) => {
      flakyRuns += 1
      if (flakyRuns < 2) throw new Error('not yet')
      done.push(text)
    }),
    handleJob(broken, async ({ text }) => {
      if (!isFixed) throw new Error('the service is down')
      done.push(text)
    }),
  ])
})
afterAll(() => desk.close())

const send = (kind: JobKind<typeof data>, text: string) => {
  const { database, jobs } = desk.desk.dependencies
  return database.db.transaction((tx) => jobs.send(tx, kind, { text }))
}

it('runs a job once its transaction has committed', async () => {
  await send(good, 'committed')
  await vi.waitFor(() => expect(done).toContain('committed'), 10_000)
})

it('drops a job whose transaction was rolled back', async () => {
  const { database, jobs } = desk.desk.dependencies
  const rolledBack = database.db.transaction(async (tx) => {
    await jobs.send(tx, good, { text: 'rolled back' })
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  await send(good, 'after')
  await vi.waitFor(() => expect(done).toContain('after'), 10_000)
  expect(done).not.toContain('rolled back')
})

it('works through a backlog without pauses', async () => {
  const { database, jobs } = desk.desk.dependencies
  const texts = Array.from({ length: 50 }, (_, index) => `backlog ${index}`)
  await database.db.transaction(async (tx) => {
    for (const text of texts) await jobs.send(tx, good, { text })
  })
  await vi.waitFor(() => expect(done).toEqual(expect.arrayContaining(texts)), 30_000)
})

it('runs a job for later once its time has come', async () => {
  const { database, jobs } = desk.desk.dependencies
  await database.db.transaction((tx) =>
    jobs.send(tx, good, { text: 'later' }, { startAfterSeconds: 1 }),
  )
  await vi.waitFor(() => expect(done).toContain('later'), 30_000)
})

it('changes the queue of a kind that has changed, and no other', async () => {
  const { database, jobs } = desk.desk.dependencies
  const kinds = ['test_same', 'test_changed'].map((name) => ({ name, data, retryLimit: 1 }))
  const start = (some: readonly JobKind[]) =>
    jobs.start(some.map((kind) => handleJob(kind, async () => {})))
  const queues = async () => {
    const { rows } = await database.pool.query(
      "SELECT retry_limit, updated_on FROM jobs.queue WHERE name IN ('test_same', 'test_changed') ORDER BY name",
    )
    return rows
  }
  await start(kinds)
  const [, same] = await queues()
  await start(kinds.map((kind) => (kind.name === 'test_same' ? kind : { ...kind, retryLimit: 7 })))
  expect(await queues()).toEqual([expect.objectContaining({ retry_limit: 7 }), same])
})

it('retries a failed job', async () => {
  await send(flaky, 'second time')
  await vi.waitFor(() => expect(done).toContain('second time'), 30_000)
})

it('shows staff a failed job and runs it again on request', async () => {
  const { idToken: token } = await desk.signIn(STAFF)
  await send(broken, 'at last')
  const failed = await vi.waitFor(async () => {
    const { body } = await desk.call(listFailedJobs, { token })
    expect(body.jobs).toHaveLength(1)
    return body.jobs[0]
  }, 20_000)
  expect(failed).toEqual({
    id: expect.any(String),
    queue: 'test_broken',
    failedAt: expect.any(String),
    attempts: 1,
    reason: 'the service is down',
  })
  isFixed = true
  await desk.call(retryFailedJob, { token, body: { id: failed.id } })
  await vi.waitFor(() => expect(done).toContain('at last'), 20_000)
  const again = await desk.call(retryFailedJob, { token, body: { id: failed.id } })
  expect([again.status, again.body.code]).toEqual([404, 'job_unknown'])
})
