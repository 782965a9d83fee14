// Tests that staff acknowledge the QuickBooks bill of a rejected invoice first, and void it afterward.
import {
  findQboBill,
  listBillsToVoid,
  markBillVoided,
} from '@invoice-desk/contract/accounting/accounting'
import { STAFF } from '@invoice-desk/testing/people'
import { HARBOR } from '@invoice-desk/testing/quickbooks/connect'
import { expect, it, vi } from 'vitest'
import { OMALLEY, type TaskRow, useApproval } from '../support/approval.ts'

const { company, addTask, act, fetchTask, reject, create, billsOf } = useApproval()
const acknowledged = { billAcknowledged: true }

const listToVoid = async () =>
  (await company().desk.call(listBillsToVoid, { token: company().token })).body.bills as {
    taskId: string
    url: string
  }[]
const toVoid = async ({ id }: TaskRow) => (await listToVoid()).find(({ taskId }) => taskId === id)
const waitUntilUnlisted = (task: TaskRow) =>
  vi.waitFor(async () => expect(await toVoid(task)).toBeUndefined(), {
    timeout: 20_000,
    interval: 100,
  })

const voidBill = (bill: Awaited<ReturnType<typeof billsOf>>[number] | undefined) => {
  const page = `${company().desk.sandbox.url}/quickbooks/companies/${HARBOR}/bills/${bill?.Id}`
  return fetch(`${page}/void`, { method: 'POST' })
}
const rejectWithBill = async () => {
  const task = await addTask()
  await create(task)
  expect((await reject(task, acknowledged)).status).toBe(200)
  const [bill] = await billsOf(task)
  return { task, bill }
}

it('is found by a task id in upper case', async () => {
  const task = await addTask()
  expect((await create({ ...task, id: task.id.toUpperCase() })).status).toBe(200)
  expect((await reject(task)).body.code).toBe('task_bill_left')
})

it('must be acknowledged before the rejection, and voided after it', async () => {
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
    const mails = await fetch(`${company().desk.sandbox.url}/mail/messages?to=${STAFF}`)
    expect(JSON.stringify(await mails.json())).toContain(
      `Void bill ${task.invoiceNumber} from ${OMALLEY.vendor} in QuickBooks`,
    )
  }, 20_000)
})

it('leaves the list once it is voided in QuickBooks', async () => {
  const { task, bill } = await rejectWithBill()
  await voidBill(bill)
  await waitUntilUnlisted(task)
  const { posting, history } = await fetchTask(task)
  expect(posting.isToVoid).toBe(false)
  expect(history[0]).toMatchObject({ action: 'bill_voided_in_quickbooks' })
  await act({ taskId: task.id, action: 'approve' })
  expect((await reject(task)).status).toBe(200)
})

it('no longer counts once it is voided, so its invoice can be marked as paid', async () => {
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

it('is replaced by a new bill when it was voided and the invoice is approved again', async () => {
  const { task, bill } = await rejectWithBill()
  await voidBill(bill)
  await waitUntilUnlisted(task)
  await act({ taskId: task.id, action: 'approve' })
  const lookup = { vendorName: OMALLEY.vendor, invoiceNumber: task.invoiceNumber }
  const find = () => company().desk.call(findQboBill, { token: company().token, query: lookup })
  expect((await find()).body).toEqual({ exists: false, bills: [] })
  const { status, body } = await create(task)
  expect([status, body.alreadyExisted, body.bill.amount]).toEqual([200, false, 42])
  expect(body.bill.id).not.toBe(bill?.Id)
  expect((await find()).body.bills).toEqual([body.bill])
  expect((await create(task)).body).toMatchObject({ alreadyExisted: true, bill: body.bill })
  expect((await reject(task)).body.code).toBe('task_bill_left')
})

it('leaves the list once it is deleted in QuickBooks', async () => {
  const { task, bill } = await rejectWithBill()
  await company().write('bill?operation=delete', { Id: bill?.Id, SyncToken: bill?.SyncToken })
  await waitUntilUnlisted(task)
})

it('leaves the list when staff mark it as done', async () => {
  const { task } = await rejectWithBill()
  const body = { taskId: task.id.toUpperCase() }
  const done = await company().desk.call(markBillVoided, { token: company().token, body })
  expect(done.status).toBe(200)
  expect(await toVoid(task)).toBeUndefined()
  expect((await fetchTask(task)).history[0]).toMatchObject({
    actor: STAFF,
    action: 'bill_void_done',
  })
  const again = await company().desk.call(markBillVoided, { token: company().token, body })
  expect([again.status, again.body.code]).toEqual([404, 'bill_to_void_unknown'])
})

it('leaves the list when the invoice is approved again', async () => {
  const { task } = await rejectWithBill()
  const { body } = await act({ taskId: task.id, action: 'approve' })
  expect(body.posting.isToVoid).toBe(false)
  expect(await toVoid(task)).toBeUndefined()
  await reject(task, acknowledged)
  expect(await toVoid(task)).toBeDefined()
})

it('needs no acknowledgment while another invoice that is not rejected shares it', async () => {
  const first = await addTask()
  const twin = await addTask({ invoiceNumber: first.invoiceNumber })
  await create(first)
  expect((await create(twin)).body.alreadyExisted).toBe(true)
  expect((await reject(twin)).status).toBe(200)
  expect(await toVoid(twin)).toBeUndefined()
  expect((await reject(first)).body.code).toBe('task_bill_left')
})

it('is listed once, when the last invoice that shares it is rejected', async () => {
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
  expect((await company().desk.call(markBillVoided, { token: company().token, body })).status).toBe(
    200,
  )
  expect(await listToVoid()).toHaveLength(0)
  expect((await fetchTask(first)).posting.isToVoid).toBe(false)
})

it('is listed once when the invoices that share it are rejected at the same time', async () => {
  for (let round = 1; round <= 5; round += 1) {
    const first = await addTask()
    const twin = await addTask({ invoiceNumber: first.invoiceNumber })
    await create(first)
    await create(twin)
    await Promise.all([reject(first, acknowledged), reject(twin, acknowledged)])
    expect(await listToVoid()).toHaveLength(round)
  }
})

it('is not listed while a newer invoice shares it', async () => {
  const { task } = await rejectWithBill()
  const again = await addTask({ invoiceNumber: task.invoiceNumber })
  expect((await create(again)).body.alreadyExisted).toBe(true)
  expect(await listToVoid()).toHaveLength(0)
  expect((await fetchTask(task)).posting.isToVoid).toBe(false)
  const body = { taskId: task.id }
  const done = await company().desk.call(markBillVoided, { token: company().token, body })
  expect(done.body.code).toBe('bill_to_void_unknown')
  await reject(again, acknowledged)
  expect(await listToVoid()).toHaveLength(1)
})
