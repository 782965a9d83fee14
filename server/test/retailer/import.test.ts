// Tests that a retailer's export is imported completely or not at all, only once, and only by staff with the tool.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { addAccount } from '@invoice-desk/contract/identity/accounts'
import { listTransactions } from '@invoice-desk/contract/retailer/retailer'
import { getHealth } from '@invoice-desk/contract/system/system'
import { IMPORT_BYTES_MAX, IMPORT_PROBLEMS_MAX } from '@invoice-desk/contract/values/limits'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { azadFile, sendFile } from '@invoice-desk/testing/retailer'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createImport } from '../../src/features/retailer/import/import.ts'
import { sweepImportsJob } from '../../src/features/retailer/jobs.ts'
import { sampleFile } from '../support/retailer.ts'

const FEWER = 'fay.fewer@harborfinch.example'

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
const send = (content: string | Buffer | undefined, fields?: Record<string, string>) =>
  sendFile(desk, token, content, fields)
const countShown = async (): Promise<number> =>
  (await desk.call(listTransactions, { query: { pageSize: 1 } })).body.total.count
const countRows = async () =>
  (await execute(sql`SELECT count(*)::int AS count FROM retailer_transaction`))[0]?.count

describe('an import', () => {
  it('adds new rows, counts known, refused and skipped ones, and says why', async () => {
    const { status, body } = await send(await sampleFile('order-history.csv'))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      format: 'order_history',
      rows: 6,
      added: 3,
      known: 0,
      skipped: 1,
      refused: 1,
      problems: [{ line: 7, reason: "The currency isn't US dollars." }],
    })
    expect(body.sample).toHaveLength(3)
    expect(await countShown()).toBe(3)
  })

  it('adds nothing the second time', async () => {
    const file = await sampleFile('azad.csv')
    expect((await send(file)).body).toMatchObject({ added: 5, known: 0 })
    expect((await send(file)).body).toMatchObject({ added: 0, known: 5 })
    expect(await countShown()).toBe(5)
  })

  it('can be previewed without adding anything', async () => {
    await send(azadFile(3))
    const { body } = await send(azadFile(20), { step: 'preview' })
    expect(body).toMatchObject({ format: 'azad', rows: 20, added: 17, known: 3, refused: 0 })
    expect(body.sample).toHaveLength(10)
    expect(await countShown()).toBe(3)
  })

  it('lists the first refused rows and counts all', async () => {
    const rows = Array.from({ length: 150 }, () => '2026-01-01,111-1,five,Visa,Amazon.com')
    const { body } = await send([azadFile(1), ...rows].join('\n'))
    expect([body.added, body.refused, body.problems.length]).toEqual([1, 150, IMPORT_PROBLEMS_MAX])
    expect(body.problems[0]).toEqual({ line: 3, reason: "We can't read the amount." })
  })

  it('writes an audit event without any transaction', async () => {
    await send(azadFile(2))
    const [event] = await execute(
      sql`SELECT actor, details FROM audit_event WHERE action = 'transactions_imported' ORDER BY id DESC`,
    )
    expect(event).toEqual({
      actor: STAFF,
      details: { format: 'azad', rows: 2, added: 2, known: 0, skipped: 0, refused: 0 },
    })
  })
})

describe('who may import', () => {
  it('excludes visitors', async () => {
    const { status, body } = await sendFile(desk, undefined, azadFile(1))
    expect([status, body.code]).toEqual([401, 'sign_in_required'])
  })

  it('excludes accounts without the tool', async () => {
    const { idToken } = await desk.signIn(ADMIN)
    const account = { email: FEWER, tools: ['approve_invoice' as const] }
    await desk.call(addAccount, { token: idToken, body: account })
    const fewer = await desk.signIn(FEWER)
    const { status, body } = await sendFile(desk, fewer.idToken, azadFile(1))
    expect([status, body.code]).toEqual([403, 'tool_not_enabled'])
  })
})

describe('a bad file', () => {
  it.each([
    ['no file', undefined, 400, 'import_file_missing'],
    ['an empty file', '', 400, 'import_empty'],
    ['other columns', 'a,b\n1,2', 400, 'import_unknown_format'],
    ['UTF-16', Buffer.from(`\ufeff${azadFile(2)}`, 'utf16le'), 400, 'import_encoding'],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004...'), 400, 'import_not_text'],
    ['a broken last line', `${azadFile(3_000)}\n"unclosed,1,2`, 400, 'import_broken'],
  ])('%s is refused and nothing is added', async (_name, content, status, code) => {
    const answer = await send(content)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await countRows()).toBe(0)
  })

  it('names the broken line, even at the end of a long file', async () => {
    const { body } = await send(`${azadFile(5_000)}\n2026-01-01,111-1,5.00,Visa`)
    expect(body).toMatchObject({ code: 'import_broken', line: 5_002 })
    expect(body.error).toContain('line 5002')
  })

  it('of 100 MB is refused with a clear message', async () => {
    const line = `${azadFile(1).split('\n')[1]}\n`
    const content = Buffer.from(`${azadFile(0)}\n${line.repeat(Math.ceil(1e8 / line.length))}`)
    expect(content.length).toBeGreaterThan(IMPORT_BYTES_MAX)
    const { status, body } = await send(content)
    expect([status, body.code]).toEqual([413, 'import_too_large'])
    expect(await countRows()).toBe(0)
    expect((await desk.call(getHealth)).status).toBe(200)
  })

  it('that exceeds the limit during the upload is refused', async () => {
    const { receive } = createImport(desk.desk.dependencies)
    const cut = Object.assign(Readable.from([Buffer.from(azadFile(3))]), { truncated: true })
    await expect(receive(cut)).rejects.toMatchObject({ code: 'import_too_large' })
  })

  it('with invalid fields is refused', async () => {
    expect((await send(azadFile(1), { step: 'later' })).status).toBe(400)
    expect((await send(azadFile(1), { importId: "'; DROP TABLE" })).status).toBe(400)
    expect(await countRows()).toBe(0)
  })
})

describe('a running import', () => {
  const begin = async (id: string, lease: string) => {
    await execute(sql`INSERT INTO retailer_import (id, state, format, actor, total, lease_until)
      VALUES (${id}, 'running', 'azad', 'x', 2, now() + ${lease}::interval)`)
    await execute(sql`INSERT INTO retailer_transaction
      (id, date, amount_cents, card_brand, card_last4, order_id, order_url, import_id)
      VALUES (gen_random_uuid(), '2026-01-01', 100, 'Visa', '1234', '111-1', '', ${id})`)
  }

  it('shows nothing before it is done', async () => {
    await begin(randomUUID(), '1 minute')
    expect([await countRows(), await countShown()]).toEqual([1, 0])
  })

  it('refuses a second one', async () => {
    await begin(randomUUID(), '1 minute')
    const { status, body } = await send(azadFile(1))
    expect([status, body.code]).toEqual([409, 'import_running'])
  })

  it('that died is cleaned up by the next one', async () => {
    await begin(randomUUID(), '-1 second')
    expect((await send(azadFile(2))).body.added).toBe(2)
    expect([await countRows(), await countShown()]).toEqual([2, 2])
  })

  it('that died is cleaned up by the hourly sweep', async () => {
    await begin(randomUUID(), '-1 second')
    const { database, jobs } = desk.desk.dependencies
    await jobs.send(database.db, sweepImportsJob, {})
    await expect.poll(countRows).toBe(0)
  })
})
