// Rejecting an invoice and adding its bill to QuickBooks take turns, and a bill that a rejection leaves there is
// acknowledged first and voided afterwards.
import { randomUUID } from 'node:crypto'
import {
  createQboBill,
  findQboBill,
  listBillsToVoid,
  markBillVoided,
} from '@invoice-desk/contract/accounting'
import { approveInvoice } from '@invoice-desk/contract/approval'
import type { BillRow } from '@invoice-desk/testing/app/rows'
import { addBill } from '@invoice-desk/testing/contractor/contractors'
import { STAFF } from '@invoice-desk/testing/people'
import { type Company, openCompany } from '@invoice-desk/testing/quickbooks/company'
import { HARBOR } from '@invoice-desk/testing/quickbooks/connect'
import { setFault } from '@invoice-desk/testing/sandbox/control'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPosting } from '../src/features/accounting/posting/posting.ts'
import { ProviderError } from '../src/providers/provider-error.ts'
import { holdNext } from './support/hold.ts'

const OMALLEY = { email: 'omalley@vendor.example', vendor: "O'Malley Electric" }

let company: Company
beforeAll(async () => {
  company = await openCompany()
})
afterAll(() => company.desk.close())
beforeEach(async () => {
  // QuickBooks gives the same ids to the bills of the next test.
  await query(sql`DELETE FROM bill_posting`)
  await company.startOver()
})

const addTask = async (fields: BillRow = {}) => {
  const id = randomUUID()
  const row = { id, invoiceNumber: `R-${id.slice(0, 8)}`, amountCents: 4_200, ...fields }
  await addBill(company.desk, OMALLEY, { status: 'sent_for_approval', ...row })
  return row
}
type TaskRow = Awaited<ReturnType<typeof addTask>>

const act = (body: Record<string, unknown>) =>
  company.desk.call(approveInvoice, { token: company.token, body })
const fetchTask = async ({ id }: TaskRow) => (await act({ taskId: id, action: 'fetch' })).body
const reject = ({ id }: TaskRow, more: Record<string, unknown> = {}) =>
  act({ taskId: id, action: 'reject', message: 'Wrong amount', ...more })
const acknowledged = { billAcknowledged: true }

const create = ({ id, invoiceNumber, amountCents }: TaskRow) =>
  company.desk.call(createQboBill, {
    token: company.token,
    body: {
      taskId: id,
      vendorName: OMALLEY.vendor,
      invoiceNumber,
      amount: amountCents / 100,
      date: '2026-11-02',
      qbBillAccount: 'Utilities:Electricity',
    },
  })

const query = async (text: ReturnType<typeof sql>) =>
  (await company.desk.desk.dependencies.database.db.execute(text)).rows
const stateOf = async ({ id }: TaskRow) =>
  (await query(sql`SELECT state FROM bill_posting WHERE task_id = ${id}`))[0]?.state
const hasState = (task: TaskRow, state: string) =>
  vi.waitFor(async () => expect(await stateOf(task)).toBe(state), { timeout: 20_000, interval: 20 })
const settle = ({ id }: TaskRow) => createPosting(company.desk.desk.dependencies).settleBill(id)

const billsOf = async ({ invoiceNumber }: TaskRow) =>
  ((await company.state()).bills ?? []).filter(({ DocNumber }) => DocNumber === invoiceNumber)
const listToVoid = async () =>
  (await company.desk.call(listBillsToVoid, { token: company.token })).body.bills as {
    taskId: string
    url: string
  }[]
const toVoid = async ({ id }: TaskRow) => (await listToVoid()).find(({ taskId }) => taskId === id)
const isOffTheList = (task: TaskRow) =>
  vi.waitFor(async () => expect(await toVoid(task)).toBeUndefined(), {
    timeout: 20_000,
    interval: 100,
  })

const hold = (name: 'findByInvoiceNumber' | 'create') =>
  holdNext(company.desk.desk.dependencies.quickbooks.for('staff').bills, name)
/** As if whoever adds the bill had not been heard of for longer than that takes. */
const expireClaim = ({ id }: TaskRow) =>
  query(
    sql`UPDATE bill_posting SET claimed_until = now() - interval '1 second' WHERE task_id = ${id}`,
  )

describe('while a bill is being added', () => {
  it('refuses to reject its invoice', async () => {
    const task = await addTask()
    await company.fault('timeout', '/bill?requestid')
    const adding = create(task)
    await hasState(task, 'intent')
    const refused = await reject(task, acknowledged)
    expect([refused.status, refused.body.code]).toEqual([409, 'qbo_bill_in_progress'])
    expect(refused.body.error).toMatch(/adding the bill for this invoice to QuickBooks/)
    expect((await adding).status).toBe(200)
    expect((await fetchTask(task)).status.name).toBe('sent for approval')
  })

  it('either rejects the invoice or adds its bill, whichever comes first', async () => {
    const tasks = await Promise.all(Array.from({ length: 8 }, () => addTask()))
    await Promise.all(tasks.flatMap((task) => [create(task), reject(task)]))
    for (const task of tasks) {
      const { status } = await fetchTask(task)
      expect(await billsOf(task)).toHaveLength(status.name === 'rejected' ? 0 : 1)
    }
  })
})

describe('a bill that two are adding', () => {
  it('is not given up by the first while the second still adds it', async () => {
    const task = await addTask()
    const slow = hold('findByInvoiceNumber')
    const adding = create(task)
    await slow.reached
    await expireClaim(task)
    const second = hold('create')
    const settling = settle(task)
    await second.reached
    slow.fail(new ProviderError('quickbooks', 'unavailable', 'no answer'))
    expect((await adding).status).toBe(502)
    expect((await reject(task, acknowledged)).body.code).toBe('qbo_bill_in_progress')
    second.letGo()
    await settling
    expect(await stateOf(task)).toBe('created')
    expect((await reject(task)).body.code).toBe('task_bill_left')
  })

  it('is given up by whoever still has it when it is refused', async () => {
    const task = await addTask()
    const { reached, fail } = hold('create')
    const adding = create(task)
    await reached
    fail(new ProviderError('quickbooks', 'rejected', 'no', { providerCode: '2500' }))
    expect((await adding).body.code).toBe('qbo_bill_refused')
    expect(await stateOf(task)).toBe('failed')
    expect((await reject(task)).status).toBe(200)
  })

  it('is to void when it comes although it was taken for failed', async () => {
    const task = await addTask()
    const { reached, letGo } = hold('create')
    const adding = create(task)
    await reached
    await query(sql`UPDATE bill_posting SET state = 'failed', claimed_until = NULL`)
    expect((await reject(task)).status).toBe(200)
    letGo()
    await adding
    expect(await stateOf(task)).toBe('created')
    expect(await toVoid(task)).toBeDefined()
  })
})

describe('once an invoice is rejected', () => {
  it('waits with its bill for a rejection that is about to commit', async () => {
    const task = await addTask()
    const { kind, pool } = company.desk.desk.dependencies.database
    const client = await pool.connect()
    await client.query('BEGIN')
    await client.query(`UPDATE bill SET status = 'rejected', decided_at = now() WHERE id = $1`, [
      task.id,
    ])
    let answer: Awaited<ReturnType<typeof create>> | undefined
    const adding = create(task).then((given) => {
      answer = given
    })
    // The embedded database has one connection, so there nothing else can even begin.
    const isBlocked = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    if (kind === 'postgres')
      await vi.waitFor(async () => {
        if (!answer) expect((await client.query(isBlocked)).rows).not.toHaveLength(0)
      }, 20_000)
    await client.query('COMMIT')
    client.release()
    await adding
    expect([answer?.status, answer?.body.code]).toEqual([409, 'task_rejected'])
    expect(await billsOf(task)).toHaveLength(0)
  })

  it('adds no bill for it', async () => {
    const task = await addTask()
    await reject(task)
    const refused = await create(task)
    expect([refused.status, refused.body.code]).toEqual([409, 'task_rejected'])
    expect(await stateOf(task)).toBeUndefined()
    expect(await billsOf(task)).toHaveLength(0)
  })

  it('does not go on to add the bill, and gives up on it only when none can come any more', async () => {
    const task = await addTask()
    const { reached, letGo } = hold('findByInvoiceNumber')
    const adding = create(task)
    await reached
    await expireClaim(task)
    expect((await reject(task)).body.code).toBe('task_bill_left')
    expect((await reject(task, acknowledged)).status).toBe(200)
    letGo()
    expect((await adding).body.code).toBe('task_rejected')
    expect(await settle(task)).toBe(true)
    expect(await stateOf(task)).toBe('unknown')
    await query(
      sql`UPDATE bill SET decided_at = now() - interval '61 minutes' WHERE id = ${task.id}`,
    )
    await query(sql`UPDATE bill_posting SET created_at = now() - interval '62 minutes'`)
    await settle(task)
    expect(await stateOf(task)).toBe('failed')
    expect(await billsOf(task)).toHaveLength(0)
    expect(await toVoid(task)).toBeUndefined()
  })

  it('asks to void a bill that was on its way all the same', async () => {
    const task = await addTask()
    const { reached, letGo } = hold('create')
    const adding = create(task)
    await reached
    expect((await reject(task, acknowledged)).body.code).toBe('qbo_bill_in_progress')
    await expireClaim(task)
    expect((await reject(task, acknowledged)).status).toBe(200)
    expect(await toVoid(task)).toBeUndefined()
    letGo()
    expect((await adding).status).toBe(200)
    expect(await toVoid(task)).toBeDefined()
  })
})

describe('a bill whose outcome nobody saw', () => {
  it('is acknowledged as possible, and is to void once it is found', async () => {
    const task = await addTask()
    await company.fault('timeout-after', '/bill?requestid', 3)
    expect((await create(task)).body.code).toBe('qbo_bill_unknown')
    expect((await fetchTask(task)).posting.leftByReject).toBe('maybe')
    const refused = await reject(task)
    expect([refused.status, refused.body.code]).toEqual([409, 'task_bill_left'])
    expect(refused.body.error).toMatch(/hasn't confirmed yet/)
    expect((await reject(task, acknowledged)).status).toBe(200)
    expect(await toVoid(task)).toBeUndefined()
    await settle(task)
    expect(await toVoid(task)).toMatchObject({ invoiceNumber: task.invoiceNumber })
    expect(await billsOf(task)).toHaveLength(1)
  })

  it('stays possible when QuickBooks refuses to look for it', async () => {
    const task = await addTask()
    await company.fault('timeout-after', '/bill?requestid', 3)
    await create(task)
    const refusal = { provider: 'quickbooks', mode: 'error', match: '/query', status: 400 }
    await setFault(company.desk, { ...refusal, times: 1 })
    expect(await settle(task)).toBe(true)
    expect(await stateOf(task)).toBe('unknown')
    expect((await reject(task)).body.code).toBe('task_bill_left')
    await settle(task)
    expect(await stateOf(task)).toBe('created')
  })

  it('is known by its note when somebody has changed its amount since', async () => {
    const task = await addTask()
    await company.fault('timeout-after', '/bill?requestid', 3)
    await create(task)
    const [bill] = await billsOf(task)
    const lines = bill?.Line as Record<string, unknown>[]
    await company.write('bill', { ...bill, Line: lines.map((line) => ({ ...line, Amount: 43 })) })
    await settle(task)
    expect(await stateOf(task)).toBe('created')
    expect((await reject(task)).body.code).toBe('task_bill_left')
  })
})

describe('a bill that is in QuickBooks', () => {
  const voidBill = (bill: Awaited<ReturnType<typeof billsOf>>[number] | undefined) => {
    const page = `${company.desk.sandbox.url}/quickbooks/companies/${HARBOR}/bills/${bill?.Id}`
    return fetch(`${page}/void`, { method: 'POST' })
  }
  const rejectWithBill = async () => {
    const task = await addTask()
    await create(task)
    expect((await reject(task, acknowledged)).status).toBe(200)
    const [bill] = await billsOf(task)
    return { task, bill }
  }

  it('is known however the id of its task was written', async () => {
    const task = await addTask()
    expect((await create({ ...task, id: task.id.toUpperCase() })).status).toBe(200)
    expect((await reject(task)).body.code).toBe('task_bill_left')
  })

  it('is named before the rejection goes through, and then is to void', async () => {
    const task = await addTask()
    const { version } = await fetchTask(task)
    await create(task)
    const refused = await reject(task, { version })
    expect([refused.status, refused.body.code]).toEqual([409, 'task_bill_left'])
    expect(refused.body.error).toContain(
      `A bill for this invoice is in QuickBooks (${task.invoiceNumber}, $42.00).`,
    )
    const before = await fetchTask(task)
    expect([before.status.name, before.posting.leftByReject]).toEqual(['sent for approval', 'yes'])
    const { body } = await reject(task, { version, ...acknowledged })
    expect([body.status.name, body.posting.isToVoid]).toEqual(['rejected', true])
    const listed = await toVoid(task)
    expect(listed).toMatchObject({
      invoiceNumber: task.invoiceNumber,
      vendor: OMALLEY.vendor,
      amount: '$42.00',
      isPaid: false,
    })
    expect(await (await fetch(listed?.url ?? '')).text()).toContain(`Bill ${task.invoiceNumber}`)
    await vi.waitFor(async () => {
      const mails = await fetch(`${company.desk.sandbox.url}/mail/messages?to=${STAFF}`)
      expect(JSON.stringify(await mails.json())).toContain(
        `Void bill ${task.invoiceNumber} of ${OMALLEY.vendor} in QuickBooks`,
      )
    }, 20_000)
  })

  it('leaves the list once it is voided there', async () => {
    const { task, bill } = await rejectWithBill()
    await voidBill(bill)
    await isOffTheList(task)
    const { posting, history } = await fetchTask(task)
    expect(posting.isToVoid).toBe(false)
    expect(history[0]).toMatchObject({ action: 'bill_voided_in_quickbooks' })
    await act({ taskId: task.id, action: 'approve' })
    expect((await reject(task)).status).toBe(200)
  })

  it('is none for its invoice once it is voided there: that can be marked as paid', async () => {
    const task = await addTask({ status: 'approved' })
    await create(task)
    const pay = { taskId: task.id, action: 'mark_paid', paidDate: '2026-03-11' }
    expect((await act(pay)).body.code).toBe('task_has_bill')
    await voidBill((await billsOf(task))[0])
    await vi.waitFor(async () => expect((await fetchTask(task)).posting.state).toBe('failed'), {
      timeout: 20_000,
      interval: 50,
    })
    expect((await act(pay)).body.status.name).toBe('paid')
    expect((await create(task)).body.code).toBe('task_paid')
  })

  it('gives way to another once it is voided there and the invoice is approved again', async () => {
    const { task, bill } = await rejectWithBill()
    await voidBill(bill)
    await isOffTheList(task)
    await act({ taskId: task.id, action: 'approve' })
    const lookup = { vendorName: OMALLEY.vendor, invoiceNumber: task.invoiceNumber }
    const find = () => company.desk.call(findQboBill, { token: company.token, query: lookup })
    expect((await find()).body).toEqual({ exists: false, bills: [] })
    const { status, body } = await create(task)
    expect([status, body.alreadyExisted, body.bill.amount]).toEqual([200, false, 42])
    expect(body.bill.id).not.toBe(bill?.Id)
    expect((await find()).body.bills).toEqual([body.bill])
    expect((await create(task)).body).toMatchObject({ alreadyExisted: true, bill: body.bill })
    expect((await reject(task)).body.code).toBe('task_bill_left')
  })

  it('leaves the list once it is deleted there', async () => {
    const { task, bill } = await rejectWithBill()
    await company.write('bill?operation=delete', { Id: bill?.Id, SyncToken: bill?.SyncToken })
    await isOffTheList(task)
  })

  it('leaves the list when somebody says that it is taken care of', async () => {
    const { task } = await rejectWithBill()
    const body = { taskId: task.id.toUpperCase() }
    const done = await company.desk.call(markBillVoided, { token: company.token, body })
    expect(done.status).toBe(200)
    expect(await toVoid(task)).toBeUndefined()
    expect((await fetchTask(task)).history[0]).toMatchObject({
      actor: STAFF,
      action: 'bill_void_done',
    })
    const again = await company.desk.call(markBillVoided, { token: company.token, body })
    expect([again.status, again.body.code]).toEqual([404, 'bill_to_void_unknown'])
  })

  it('is needed after all when the invoice is approved again', async () => {
    const { task } = await rejectWithBill()
    const { body } = await act({ taskId: task.id, action: 'approve' })
    expect(body.posting.isToVoid).toBe(false)
    expect(await toVoid(task)).toBeUndefined()
    await reject(task, acknowledged)
    expect(await toVoid(task)).toBeDefined()
  })

  it('stays without a word when it is the bill of another invoice that is not rejected', async () => {
    const first = await addTask()
    const twin = await addTask({ invoiceNumber: first.invoiceNumber })
    await create(first)
    expect((await create(twin)).body.alreadyExisted).toBe(true)
    expect((await reject(twin)).status).toBe(200)
    expect(await toVoid(twin)).toBeUndefined()
    expect((await reject(first)).body.code).toBe('task_bill_left')
  })

  it('is to void once, whichever of the invoices that have it is rejected last', async () => {
    const first = await addTask()
    const twin = await addTask({ invoiceNumber: first.invoiceNumber })
    await create(first)
    await create(twin)
    await reject(twin)
    expect(await listToVoid()).toHaveLength(0)
    expect((await reject(first, acknowledged)).status).toBe(200)
    expect(await listToVoid()).toHaveLength(1)
    expect((await fetchTask(twin)).posting.isToVoid).toBe(true)
    const body = { taskId: twin.id }
    expect((await company.desk.call(markBillVoided, { token: company.token, body })).status).toBe(
      200,
    )
    expect(await listToVoid()).toHaveLength(0)
    expect((await fetchTask(first)).posting.isToVoid).toBe(false)
  })

  it('is to void once when the invoices that have it are rejected at the same time', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const first = await addTask()
      const twin = await addTask({ invoiceNumber: first.invoiceNumber })
      await create(first)
      await create(twin)
      await Promise.all([reject(first, acknowledged), reject(twin, acknowledged)])
      expect(await listToVoid()).toHaveLength(round)
    }
  })

  it('is not to void while an invoice that was submitted since has it', async () => {
    const { task } = await rejectWithBill()
    const again = await addTask({ invoiceNumber: task.invoiceNumber })
    expect((await create(again)).body.alreadyExisted).toBe(true)
    expect(await listToVoid()).toHaveLength(0)
    expect((await fetchTask(task)).posting.isToVoid).toBe(false)
    const body = { taskId: task.id }
    const done = await company.desk.call(markBillVoided, { token: company.token, body })
    expect(done.body.code).toBe('bill_to_void_unknown')
    await reject(again, acknowledged)
    expect(await listToVoid()).toHaveLength(1)
  })
})
