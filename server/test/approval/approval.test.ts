// Tests approval over HTTP: reading a task, deciding about it, and the pending list.
import { randomUUID } from 'node:crypto'
import { approveInvoice, listPendingInvoices } from '@invoice-desk/contract/approval/approval'
import type { BillRow } from '@invoice-desk/testing/app/rows'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { addBill as addBillOf } from '@invoice-desk/testing/contractor/contractors'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bill, invoiceFile } from '../../src/db/schema/bills.ts'

let desk: TestDesk
let token: string
beforeAll(async () => {
  desk = await startTestDesk()
  token = (await desk.signIn(STAFF)).idToken
})
afterAll(() => desk.close())

const VERA = { email: 'vera@vendor.example', vendor: 'Blue Heron Printing' }

let submitted = Date.UTC(2026, 0, 1)
const addBill = async (fields: BillRow = {}) => {
  submitted += 60_000
  const row = {
    id: randomUUID(),
    invoiceNumber: `INV-${submitted}`,
    amountCents: 123_456,
    dueDate: '2026-12-31',
    status: 'sent_for_approval',
    submittedAt: new Date(submitted),
    ...fields,
  } as const
  await addBillOf(desk, VERA, row)
  return row
}

const act = (body: Record<string, unknown>) => desk.call(approveInvoice, { token, body })

describe('fetch', () => {
  it('returns the status, details and a link to the document', async () => {
    const fileId = randomUUID()
    const { db } = desk.desk.dependencies.database
    await db.insert(invoiceFile).values({
      id: fileId,
      name: 'invoice.pdf',
      type: 'application/pdf',
      bytes: 3,
      sha256: 'x',
    })
    const { id, invoiceNumber } = await addBill({ fileId })
    const { status, body } = await act({ taskId: id, action: 'fetch' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      version: 1,
      status: { name: 'sent for approval', color: expect.stringMatching(/^#[0-9a-f]{6}$/) },
      actions: ['approve', 'reject', 'request_changes', 'add_bill', 'update_vendor'],
      details: {
        vendor: 'Blue Heron Printing',
        invoiceNumber,
        amount: '$1,234.56',
        email: 'vera@vendor.example',
        documents: [{ name: 'invoice.pdf', url: expect.stringContaining(desk.url) }],
      },
      posting: { state: 'none' },
    })
  })

  it('strips a byte-order mark from the id', async () => {
    const { id } = await addBill()
    expect((await act({ taskId: `\ufeff${id} `, action: 'fetch' })).status).toBe(200)
  })

  it.each([randomUUID(), 'nonsense', "' OR 1=1 --"])('finds no task %s', async (taskId) => {
    const { status, body } = await act({ taskId, action: 'fetch' })
    expect([status, body.code]).toEqual([404, 'task_unknown'])
  })

  it('links to the previous and next pending task', async () => {
    const [first, second, third] = [await addBill(), await addBill(), await addBill()]
    await addBill({ status: 'approved', submittedAt: new Date(submitted - 30_000) })
    const { body } = await act({ taskId: second.id, action: 'fetch' })
    expect([body.previousTaskId, body.nextTaskId]).toEqual([first.id, third.id])
  })

  it('lists earlier bills that look the same', async () => {
    const other = await addBill({ status: 'paid' })
    const { id } = await addBill({ duplicates: [{ billId: other.id, because: 'same_file' }] })
    const { body } = await act({ taskId: id, action: 'fetch' })
    expect(body.duplicates).toEqual([
      { id: other.id, invoiceNumber: other.invoiceNumber, status: 'paid', because: 'same_file' },
    ])
  })
})

describe('decisions', () => {
  it('approves, records who did it and emails the contractor', async () => {
    const { id, invoiceNumber } = await addBill({ email: 'approved@vendor.example' })
    const { body } = await act({ taskId: id, action: 'approve', version: 1 })
    expect(body).toMatchObject({
      version: 2,
      status: { name: 'approved' },
      actions: ['reject', 'add_bill', 'update_vendor', 'mark_paid'],
    })
    expect(body.history).toMatchObject([{ actor: STAFF, action: 'bill_approved' }])
    const mail = await vi.waitFor(async () => {
      const mails = await (
        await fetch(`${desk.sandbox.url}/mail/messages?to=approved@vendor.example`)
      ).json()
      expect(mails).toHaveLength(1)
      return mails
    }, 20_000)
    expect(mail).toMatchObject([{ subject: `Invoice ${invoiceNumber} approved` }])
  })

  it('rejects with a reason that the task and its history show, and can approve later', async () => {
    const { id } = await addBill()
    const rejected = await act({ taskId: id, action: 'reject', message: '  Wrong amount  ' })
    expect(rejected.body).toMatchObject({
      status: { name: 'rejected' },
      details: { rejectReason: 'Wrong amount' },
      history: [{ action: 'bill_rejected', reason: 'Wrong amount' }],
    })
    const approved = await act({ taskId: id, action: 'approve' })
    expect(approved.body.status.name).toBe('approved')
    expect(approved.body.details.rejectReason).toBeUndefined()
  })

  it.each([
    ['', 'Please provide a reason for rejection'],
    ['   ', 'Please provide a reason for rejection'],
    ['x'.repeat(10_000), 'A reason can have at most 2000 characters.'],
  ])('refuses the reason %.5j', async (message, error) => {
    const { id } = await addBill()
    const refused = await act({ taskId: id, action: 'reject', message })
    expect([refused.status, refused.body]).toEqual([
      400,
      { error, code: 'invalid_input', field: 'message' },
    ])
    expect((await act({ taskId: id, action: 'fetch' })).body.version).toBe(1)
  })

  it.each([
    ['approved', 'approve', 'This invoice is already approved.'],
    ['rejected', 'reject', 'This invoice is already rejected.'],
    ['paid', 'approve', "This invoice is paid and can't be changed here anymore."],
    ['paid', 'reject', "This invoice is paid and can't be changed here anymore."],
  ] as const)('for a status of %s, refuses to %s the invoice', async (status, action, error) => {
    const { id } = await addBill({ status })
    const refused = await act({ taskId: id, action, message: 'why' })
    expect([refused.status, refused.body]).toEqual([409, { error, code: 'task_action_refused' }])
  })

  it('lets one of sixteen concurrent approvers win and refuses the others', async () => {
    const { id } = await addBill()
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => act({ taskId: id, action: 'approve', version: 1 })),
    )
    const codes = answers.map(({ status, body }) => (status === 200 ? 'won' : body.code))
    expect(codes.filter((code) => code === 'won')).toHaveLength(1)
    expect(codes.filter((code) => code === 'changed_meanwhile')).toHaveLength(15)
    expect((await act({ taskId: id, action: 'fetch' })).body.history).toHaveLength(1)
  })

  it('refuses an unknown action and a missing task id', async () => {
    const { id } = await addBill()
    const unknown = await act({ taskId: id, action: 'delete' })
    const missing = await act({ action: 'fetch' })
    expect([unknown.status, unknown.body.field]).toEqual([400, 'action'])
    expect([missing.status, missing.body.field]).toEqual([400, 'taskId'])
  })

  it('refuses everyone without the tool', async () => {
    const { id } = await addBill()
    const { body: account } = await desk.call(
      {
        method: 'POST',
        path: '/api/accounts',
        access: 'admin',
        summary: '',
        response: undefined,
      } as never,
      {
        token: (await desk.signIn(ADMIN)).idToken,
        body: { email: 'fay.fewer@harborfinch.example', tools: ['create_vendor'] },
      },
    )
    expect(account.tools).toEqual(['create_vendor'])
    const fay = await desk.signIn('fay.fewer@harborfinch.example')
    const body = { taskId: id, action: 'approve' }
    const refused = await desk.call(approveInvoice, { token: fay.idToken, body })
    expect([refused.status, refused.body.code]).toEqual([403, 'tool_not_enabled'])
  })
})

describe('pending invoices', () => {
  it('lists pending tasks, oldest first, in the specified format', async () => {
    const { id, invoiceNumber } = await addBill({ vendor: 'Only Once' })
    await addBill({ vendor: 'Only Once', status: 'rejected' })
    const { body } = await desk.call(listPendingInvoices, { token, query: { search: 'only ONCE' } })
    expect(body).toEqual({
      invoices: [
        {
          id,
          invoiceNumber,
          vendor: 'Only Once',
          amount: '$1,234.56',
          dueDate: '2026-12-31',
          dateCreated: String(submitted - 60_000),
        },
      ],
      total: 1,
    })
  })

  it('supports paging, sorting and leaving out the current task', async () => {
    const rows = []
    for (let n = 0; n < 5; n += 1)
      rows.push(await addBill({ vendor: 'Paged', amountCents: 100 - n }))
    const query = { search: 'Paged', sort: 'amount', page: 2, pageSize: 2, exclude: rows[4]?.id }
    const { body } = await desk.call(listPendingInvoices, { token, query })
    expect(body.total).toBe(4)
    expect(body.invoices.map(({ amount }: { amount: string }) => amount)).toEqual([
      '$0.99',
      '$1.00',
    ])
  })

  it('searches for % and _ literally', async () => {
    await addBill({ vendor: '100% Cotton' })
    const search = async (text: string) =>
      (await desk.call(listPendingInvoices, { token, query: { search: text } })).body.total
    expect([await search('100%'), await search('1%n'), await search('_____')]).toEqual([1, 0, 0])
  })

  it('filters by due date', async () => {
    const inDays = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    await addBill({ vendor: 'Dueish', dueDate: inDays(2) })
    await addBill({ vendor: 'Dueish', dueDate: inDays(40) })
    const query = { search: 'Dueish', dueWithinDays: 7 }
    expect((await desk.call(listPendingInvoices, { token, query })).body.total).toBe(1)
  })

  it('keeps the total exact after every change', async () => {
    const list = async (query: Record<string, unknown> = {}) =>
      (await desk.call(listPendingInvoices, { token, query })).body
    const before = (await list()).invoices.length
    const { id } = await addBill()
    const other = await addBill({ status: 'received' })
    await addBill({ status: 'approved' })
    const page = { page: 1, pageSize: 1 }
    expect((await list(page)).total).toBe(before + 2)
    expect((await list({ ...page, exclude: id })).total).toBe(before + 1)
    expect((await list({ ...page, exclude: id.toUpperCase() })).total).toBe(before + 1)
    await act({ taskId: id, action: 'approve' })
    await act({ taskId: id, action: 'reject', message: 'why' })
    expect((await list({ ...page, exclude: id })).total).toBe(before + 1)
    await desk.desk.dependencies.database.db.delete(bill).where(eq(bill.id, other.id))
    expect((await list(page)).total).toBe(before)
    expect((await list()).total).toBe(before)
  })

  it('lists an older task first when it becomes pending later', async () => {
    const first = async () =>
      (await desk.call(listPendingInvoices, { token, query: { page: 1, pageSize: 1 } })).body
        .invoices[0]?.id
    const inserted = await addBill({ submittedAt: new Date('2020-01-02T03:04:05.678Z') })
    expect(await first()).toBe(inserted.id)
    const decided = await addBill({ status: 'paid', submittedAt: new Date('2019-01-01') })
    await desk.desk.dependencies.database.db
      .update(bill)
      .set({ status: 'received' })
      .where(eq(bill.id, decided.id))
    expect(await first()).toBe(decided.id)
  })
})
