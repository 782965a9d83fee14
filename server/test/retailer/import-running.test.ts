// Tests that an import lets other requests through and leaves nothing behind if it fails. Runs on both databases,
// because the embedded one has only one connection.
import { randomUUID } from 'node:crypto'
import { getImportProgress, listTransactions } from '@invoice-desk/contract/retailer/retailer'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { STAFF } from '@invoice-desk/testing/people'
import { azadFile, sendFile } from '@invoice-desk/testing/retailer'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

let desk: TestDesk
let token: string
beforeAll(async () => {
  desk = await startTestDesk()
  token = (await desk.signIn(STAFF)).idToken
})
afterAll(() => desk.close())
beforeEach(() => execute(sql`TRUNCATE retailer_transaction, retailer_import`))

const execute = async (query: ReturnType<typeof sql>) =>
  (await desk.desk.dependencies.database.db.execute(query)).rows
const send = (content: string, fields?: Record<string, string>) =>
  sendFile(desk, token, content, fields)
const countShown = async (): Promise<number> =>
  (await desk.call(listTransactions, { query: { pageSize: 1 } })).body.total.count
const countRows = async () =>
  (await execute(sql`SELECT count(*)::int AS count FROM retailer_transaction`))[0]?.count

it('removes its rows when it fails halfway', async () => {
  await execute(
    sql`ALTER TABLE retailer_transaction ADD CONSTRAINT small CHECK (amount_cents < 80000)`,
  )
  try {
    const { status, body } = await send(azadFile(2_500))
    expect([status, body.code]).toEqual([500, 'import_failed'])
    expect(await countRows()).toBe(0)
  } finally {
    await execute(sql`ALTER TABLE retailer_transaction DROP CONSTRAINT small`)
  }
  expect((await send(azadFile(2_500))).body.added).toBe(2_500)
})

it('reports its progress and lets other requests through', async () => {
  const importId = randomUUID()
  const progress = async () =>
    (await desk.call(getImportProgress, { token, query: { importId } })).body
  expect(await progress()).toEqual({ state: 'waiting', done: 0, total: 0 })
  let isDone = false
  const importing = send(azadFile(12_000), { importId }).finally(() => {
    isDone = true
  })
  const shares: number[] = []
  while (!isDone) {
    const [{ state, done, total }, shown] = [await progress(), await countShown()]
    if (state === 'running') shares.push(done / total)
    if (!isDone) expect([0, 12_000]).toContain(shown)
  }
  expect(shares.filter((share) => share > 0 && share < 1).length).toBeGreaterThan(2)
  expect((await importing).body.added).toBe(12_000)
  expect(await progress()).toEqual({ state: 'done', done: 12_000, total: 12_000 })
})
