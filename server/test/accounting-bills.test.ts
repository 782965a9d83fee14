// Bills in QuickBooks: at most one for a task, whatever happens in between.
import { Readable } from 'node:stream'
import { createQboBill, findQboBill } from '@invoice-desk/contract/accounting'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPosting } from '../src/features/accounting/posting.ts'
import { type Company, HARBOR, openCompany } from './support/quickbooks.ts'
import type { TestDesk } from './support/test-desk.ts'

let company: Company
let desk: TestDesk
let token: string
beforeAll(async () => {
  company = await openCompany()
  desk = company.desk
  token = company.token
})
afterAll(() => desk.close())
beforeEach(async () => {
  await query(sql`DELETE FROM bill_posting`)
  await company.startOver()
})

const query = async (text: ReturnType<typeof sql>) =>
  (await desk.desk.dependencies.database.db.execute(text)).rows

const wanted = {
  taskId: 'task-1',
  vendorName: "O'Malley Electric",
  invoiceNumber: 'OM-400',
  amount: 123.45,
  date: '2026-11-02',
  qbBillAccount: 'Utilities:Electricity',
}
const create = (change: Record<string, unknown> = {}) =>
  desk.call(createQboBill, { token, body: { ...wanted, ...change } })
const find = (vendorName: string, invoiceNumber: string) =>
  desk.call(findQboBill, { token, query: { vendorName, invoiceNumber } })

const billsNumbered = async (number: string) =>
  (await company.state()).bills?.filter(({ DocNumber }) => DocNumber === number) ?? []
const postingOf = async (taskId: string) =>
  (await query(sql`SELECT * FROM bill_posting WHERE task_id = ${taskId}`))[0]

describe('adding a bill', () => {
  it('records it with vendor, account, date and amount, and finds it again', async () => {
    const { status, body } = await create()
    const bill = {
      id: expect.any(String),
      invoiceNumber: 'OM-400',
      amount: 123.45,
      date: '2026-11-02',
      dueDate: '2026-11-02',
      status: 'Unpaid',
    }
    expect([status, body]).toEqual([
      200,
      { bill, alreadyExisted: false, message: 'Bill created in QuickBooks successfully' },
    ])
    const found = await find("o'malley electric", 'OM-400')
    expect(found.body).toEqual({ exists: true, bills: [bill] })
    const [stored] = await billsNumbered('OM-400')
    expect(stored).toMatchObject({
      TotalAmt: 123.45,
      TxnDate: '2026-11-02',
      VendorRef: { name: "O'Malley Electric" },
      PrivateNote: 'Invoice Desk, task task-1',
    })
    const [event] = await query(
      sql`SELECT actor, action FROM audit_event WHERE subject_kind = 'bill' AND subject_id = 'task-1' ORDER BY id DESC LIMIT 1`,
    )
    expect(event).toEqual({ actor: 'sam.staff@harborfinch.example', action: 'bill_posted' })
  })

  it('says so when the bill already stands, and adds none', async () => {
    const first = await create()
    const again = await create()
    expect([again.status, again.body.alreadyExisted]).toEqual([200, true])
    expect(again.body.message).toBe('This bill already stands in QuickBooks; none was added.')
    expect(again.body.bill.id).toBe(first.body.bill.id)
    expect(await billsNumbered('OM-400')).toHaveLength(1)
  })

  it('takes up a bill that somebody entered by hand', async () => {
    const { body } = await create({ invoiceNumber: 'OM-318', amount: 305 })
    expect(body.alreadyExisted).toBe(true)
    expect(await billsNumbered('OM-318')).toHaveLength(1)
  })

  it('refuses a number that stands with another amount, and names that amount', async () => {
    const { status, body } = await create({ invoiceNumber: 'OM-318', amount: 306 })
    expect([status, body.code]).toEqual([409, 'qbo_bill_differs'])
    expect(body.error).toContain('$305.00')
    expect(await billsNumbered('OM-318')).toHaveLength(1)
  })

  it('adds it anew when it was deleted in QuickBooks', async () => {
    const first = await create()
    const [stored] = await billsNumbered('OM-400')
    await company.write('bill?operation=delete', { Id: stored?.Id, SyncToken: stored?.SyncToken })
    const again = await create()
    expect([again.status, again.body.alreadyExisted]).toEqual([200, false])
    expect(again.body.bill.id).not.toBe(first.body.bill.id)
    expect(await billsNumbered('OM-400')).toHaveLength(1)
  })

  it('makes one bill of twenty requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create()))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await billsNumbered('OM-400')).toHaveLength(1)
  })

  it('keeps an invoice number over 21 characters whole in the note', async () => {
    const long = 'HARBOR-2026-RENOVATION-PHASE-TWO-0001'
    const { body } = await create({ invoiceNumber: long })
    expect(body.bill.invoiceNumber).toBe(long)
    const [stored] = await billsNumbered(long.slice(0, 21))
    expect(stored?.PrivateNote).toContain(long)
    expect((await find(wanted.vendorName, long)).body.bills).toHaveLength(1)
    expect((await find(wanted.vendorName, long.slice(0, 21))).body.exists).toBe(false)
  })

  it('tells two long numbers apart that begin alike', async () => {
    const long = 'HARBOR-2026-RENOVATION-PHASE-TWO-000'
    const one = await create({ invoiceNumber: `${long}1` })
    const two = await create({ taskId: 'task-2', invoiceNumber: `${long}2` })
    expect([one.status, two.status, two.body.alreadyExisted]).toEqual([200, 200, false])
    expect(two.body.bill.id).not.toBe(one.body.bill.id)
    expect((await find(wanted.vendorName, `${long}2`)).body.bills).toEqual([two.body.bill])
  })

  it('will not say other things of a task than the task itself', async () => {
    const taskId = '0b8f6f3e-9a4e-4c0e-8a53-0d6a3d3f1b11'
    await query(sql`INSERT INTO bill (id, email, vendor, invoice_number, invoice_number_key, amount_cents, due_date)
      VALUES (${taskId}, 'jobs@omalley.example', ${wanted.vendorName}, 'OM-400', 'OM400', 12345, '2026-12-24')`)
    const altered = await create({ taskId, amount: 999 })
    expect([altered.status, altered.body.code]).toEqual([409, 'changed_meanwhile'])
    const { body } = await create({ taskId })
    expect(body.bill.dueDate).toBe('2026-12-24')
    await query(sql`DELETE FROM bill WHERE id = ${taskId}`)
  })
})

it('attaches the invoice file of the task', async () => {
  const taskId = '4d0a63ff-2f0e-4a3d-9d8a-1f1f6c8a7e22'
  const fileId = '9b1f9d5c-3a43-4f2c-8a55-7b8f0c5c1d33'
  const received = await desk.desk.dependencies.files.receive(
    Readable.from([Buffer.from('%PDF-1.7 sample')]),
  )
  await received.keep(fileId)
  await query(sql`INSERT INTO invoice_file (id, name, type, bytes, sha256)
    VALUES (${fileId}, 'Invoice OM-400.pdf', 'application/pdf', 15, ${received.sha256})`)
  await query(sql`INSERT INTO bill (id, email, vendor, invoice_number, invoice_number_key, amount_cents, due_date, file_id)
    VALUES (${taskId}, 'jobs@omalley.example', ${wanted.vendorName}, 'OM-400', 'OM400', 12345, '2026-12-24', ${fileId})`)
  const { body } = await create({ taskId })
  const attached = await vi.waitFor(async () => {
    const { attachables = [] } = await company.state()
    expect(attachables).toHaveLength(1)
    return attachables[0]
  }, 20_000)
  expect(attached).toMatchObject({
    FileName: 'Invoice OM-400.pdf',
    Size: 15,
    AttachableRef: [{ EntityRef: { type: 'Bill', value: body.bill.id } }],
  })
  await query(sql`DELETE FROM bill WHERE id = ${taskId}`)
})

describe('bad input', () => {
  it.each([0, -1, 0.001, 12.345, 1e21, Number.MAX_SAFE_INTEGER, '12', null])(
    'refuses the amount %s',
    async (amount) => {
      const { status, body } = await create({ amount })
      expect([status, body.code, body.field]).toEqual([400, 'invalid_input', 'amount'])
      expect(await postingOf('task-1')).toBeUndefined()
    },
  )

  it.each(['2026-02-30', '02/11/2026', '', '2026-11-02T00:00:00Z'])(
    'refuses the date %s',
    async (date) => {
      const { status, body } = await create({ date })
      expect([status, body.field]).toEqual([400, 'date'])
    },
  )

  it('refuses a vendor that QuickBooks does not have', async () => {
    const { status, body } = await create({ vendorName: "Nobody' OR Id > '0" })
    expect([status, body.code, body.field]).toEqual([404, 'qbo_vendor_unknown', 'vendorName'])
    const found = await find('Nobody', 'X')
    expect(found.body).toEqual({
      exists: false,
      bills: [],
      reason: 'Vendor not found in QuickBooks',
    })
  })

  it.each(['Nowhere', 'Checking', 'Accounts Payable (A/P)'])(
    'refuses the account %s',
    async (qbBillAccount) => {
      const { status, body } = await create({ qbBillAccount })
      expect([status, body.code, body.field]).toEqual([404, 'qbo_account_unknown', 'qbBillAccount'])
      expect(await postingOf('task-1')).toBeUndefined()
    },
  )

  it.each(["quote'", 'back\\slash', '\\', "\\'", 'colon: %_', '🧾 1', '"><b>'])(
    'takes the invoice number %s as it is',
    async (invoiceNumber) => {
      const { status } = await create({ invoiceNumber })
      expect(status).toBe(200)
      const found = await find(wanted.vendorName, invoiceNumber)
      expect(found.body.bills).toMatchObject([{ invoiceNumber }])
      const again = await create({ taskId: 'task-2', invoiceNumber })
      expect(again.body.alreadyExisted).toBe(true)
    },
  )

  it.each(['', ' ', 'a\nb', 'x'.repeat(201)])('refuses the invoice number %j', async (text) => {
    const { status, body } = await create({ invoiceNumber: text })
    expect([status, body.field]).toEqual([400, 'invoiceNumber'])
  })

  it('explains a refusal of QuickBooks, writes nothing, and lets the next try through', async () => {
    // The vendor is retired while its list is still remembered.
    await create()
    const [vendor] =
      (await company.state()).vendors?.filter(
        ({ DisplayName }) => DisplayName === wanted.vendorName,
      ) ?? []
    const { Id, SyncToken } = vendor ?? { Id: '', SyncToken: '' }
    await company.write('vendor', { Id, SyncToken, sparse: true, Active: false })
    const refused = await create({ taskId: 'task-2', invoiceNumber: 'OM-401' })
    expect([refused.status, refused.body.code]).toEqual([422, 'qbo_bill_refused'])
    expect(refused.body.error).toMatch(/^Failed to create bill in QuickBooks: /)
    const again = await create({ taskId: 'task-2', invoiceNumber: 'OM-401' })
    expect(again.body.code).toBe('qbo_vendor_unknown')
    expect(await billsNumbered('OM-401')).toHaveLength(0)
  })
})

describe('when QuickBooks fails', () => {
  it('says that the connection is invalid, and adds the bill after reconnecting', async () => {
    await create({ taskId: 'task-0', invoiceNumber: 'OM-399' })
    await company.throwSwitch('kill-refresh-tokens')
    const dead = await create()
    expect([dead.status, dead.body.code]).toEqual([409, 'qbo_connection_invalid'])
    expect(dead.body.error).toMatch(/invalid_grant/)
    await company.connect()
    expect((await create()).status).toBe(200)
    expect(await billsNumbered('OM-400')).toHaveLength(1)
  })

  it.each(['timeout', 'timeout-after', 'cut', 'error', 'throttle', 'expire-token'] as const)(
    'gets through one %s by itself',
    async (mode) => {
      await create({ taskId: 'task-0', invoiceNumber: 'OM-399' })
      await company.fault(mode, '/bill?requestid')
      expect((await create()).status).toBe(200)
      expect(await billsNumbered('OM-400')).toHaveLength(1)
    },
  )

  it('calls an outcome unknown that nobody saw, and finds out on the next try', async () => {
    await company.fault('timeout-after', '/bill?requestid', 3)
    const lost = await create()
    expect([lost.status, lost.body.code]).toEqual([502, 'qbo_bill_unknown'])
    expect(await postingOf('task-1')).toMatchObject({ state: 'unknown', generation: 1 })
    const { status } = await create()
    expect(status).toBe(200)
    expect(await postingOf('task-1')).toMatchObject({ state: 'created', generation: 1 })
    expect(await billsNumbered('OM-400')).toHaveLength(1)
  })

  it('keeps an open outcome open for any other bill of the task', async () => {
    await company.fault('timeout', '/bill?requestid', 3)
    await create()
    const other = await create({ amount: 5 })
    expect([other.status, other.body.code]).toEqual([409, 'qbo_bill_in_progress'])
  })

  it('settles by itself what a process that died had begun', async () => {
    await create({ taskId: 'task-0', invoiceNumber: 'OM-399' })
    const left = await postingOf('task-0')
    for (const [taskId, number] of [
      ['died-before', 'OM-500'],
      ['died-after', 'OM-501'],
    ]) {
      await query(sql`INSERT INTO bill_posting
        (task_id, realm_id, state, vendor_id, vendor_name, account_id, invoice_number, amount_cents, date, actor, claimed_until)
        VALUES (${taskId}, ${HARBOR}, 'intent', ${left?.vendor_id}, 'V', ${left?.account_id}, ${number}, 5000, '2026-11-01', 'sam', now() - interval '1 second')`)
    }
    const line = {
      DetailType: 'AccountBasedExpenseLineDetail',
      Amount: 50,
      AccountBasedExpenseLineDetail: { AccountRef: { value: left?.account_id } },
    }
    await company.write('bill?requestid=b-died-after-1', {
      VendorRef: { value: left?.vendor_id },
      DocNumber: 'OM-501',
      Line: [line],
    })
    const { settleBill } = createPosting(desk.desk.dependencies)
    expect(await settleBill('died-before')).toBe(true)
    expect(await settleBill('died-after')).toBe(true)
    expect(await postingOf('died-before')).toMatchObject({ state: 'created', is_adopted: false })
    expect(await postingOf('died-after')).toMatchObject({ state: 'created', is_adopted: false })
    expect(await billsNumbered('OM-500')).toHaveLength(1)
    expect(await billsNumbered('OM-501')).toHaveLength(1)
  })

  it('makes 200 bills of 200 tasks under time-outs before and after commit', async () => {
    const modes = ['timeout', 'timeout-after', 'cut', 'error'] as const
    const tasks = Array.from({ length: 200 }, (_, index) => index)
    for (const index of tasks) {
      const mode = modes[index % 4] ?? 'error'
      // One in five gets through at once, one in five outlasts all tries of its first request.
      const times = index % 5
      if (times > 0) await company.fault(mode, `requestid=b-many-${index}-`, times)
    }
    const before = (await company.state()).bills?.length ?? 0
    const post = async (index: number): Promise<void> => {
      const body = { taskId: `many-${index}`, invoiceNumber: `MANY-${index}`, amount: 1 + index }
      for (let tries = 1; tries <= 40; tries += 1) {
        if ((await create(body)).status === 200) return
      }
      throw new Error(`task ${index} never got its bill`)
    }
    const waiting = [...tasks]
    const worker = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await post(next)
    }
    await Promise.all(Array.from({ length: 20 }, worker))
    const bills = (await company.state()).bills ?? []
    expect(bills.length - before).toBe(200)
    const numbers = bills.map(({ DocNumber }) => String(DocNumber))
    expect(numbers.filter((number) => number.startsWith('MANY-'))).toHaveLength(200)
    expect(new Set(numbers).size).toBe(numbers.length)
  }, 300_000)
})
