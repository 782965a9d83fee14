// Approval and the books: the vendor is chosen among QuickBooks' own, and a bill that could not be recorded
// when it was approved is recorded later by itself.
import { randomUUID } from 'node:crypto'
import { approveInvoice } from '@invoice-desk/contract/approval'
import { type Company, openCompany } from '@invoice-desk/testing/company'
import { addBill as addBillOf, mapVendor } from '@invoice-desk/testing/contractor'
import type { BillRow } from '@invoice-desk/testing/rows'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPostLater } from '../src/features/accounting/post-later.ts'
import { createPosting } from '../src/features/accounting/posting.ts'

const OMALLEY = { email: 'omalley@vendor.example', vendor: "O'Malley Electric" }

let company: Company
beforeAll(async () => {
  company = await openCompany()
  await mapVendor(company.desk, OMALLEY.email, OMALLEY.vendor, 'Utilities:Electricity')
})
afterAll(() => company.desk.close())
beforeEach(() => company.startOver())

const addBill = async (fields: BillRow = {}) => {
  const id = randomUUID()
  const row = {
    id,
    invoiceNumber: `L-${id.slice(0, 8)}`,
    amountCents: 4_200,
    dueDate: '2026-12-31',
    status: 'sent_for_approval',
    ...fields,
  } as const
  await addBillOf(company.desk, OMALLEY, row)
  return row
}

const act = (body: Record<string, unknown>) =>
  company.desk.call(approveInvoice, { token: company.token, body })

const billsNumbered = async (number: string) =>
  ((await company.state()).bills ?? []).filter(({ DocNumber }) => DocNumber === number)

describe('recording later', () => {
  it('shows the bill as waiting and records it once QuickBooks answers again', async () => {
    const { id, invoiceNumber } = await addBill()
    await company.fault('error', '/query', 30)
    await company.fault('error', '/bill', 3)
    const approved = await act({ taskId: id, action: 'approve', postLater: true })
    expect(approved.body).toMatchObject({
      status: { name: 'approved' },
      posting: { state: 'waiting' },
    })
    expect(await billsNumbered(invoiceNumber)).toHaveLength(0)
    await fetch(`${company.desk.sandbox.url}/faults`, { method: 'DELETE' })
    await vi.waitFor(async () => {
      const { body } = await act({ taskId: id, action: 'fetch' })
      expect(body.posting.state).toBe('created')
    }, 45_000)
    expect(await billsNumbered(invoiceNumber)).toHaveLength(1)
  }, 60_000)

  it('records nothing for what was rejected meanwhile', async () => {
    const { id, invoiceNumber } = await addBill()
    await company.fault('error', '', 1_000)
    await act({ taskId: id, action: 'approve', postLater: true })
    await act({ taskId: id, action: 'reject', message: 'Changed our mind' })
    await fetch(`${company.desk.sandbox.url}/faults`, { method: 'DELETE' })
    const { dependencies } = company.desk.desk
    await createPostLater(dependencies)(id)
    await createPosting(dependencies).settleBill(id)
    expect(await billsNumbered(invoiceNumber)).toHaveLength(0)
  })
})

describe('choosing the vendor', () => {
  it('takes a vendor of QuickBooks by its name over there', async () => {
    const { id } = await addBill({ vendor: 'Omally Elektric' })
    const body = { taskId: id, action: 'update_vendor', vendor: "o'malley electric" }
    const { status, body: task } = await act(body)
    expect([status, task.details.vendor]).toEqual([200, "O'Malley Electric"])
    expect(task.history).toMatchObject([
      { action: 'bill_vendor_changed', detail: "O'Malley Electric" },
    ])
  })

  it('refuses a vendor that QuickBooks does not have', async () => {
    const { id } = await addBill()
    const refused = await act({ taskId: id, action: 'update_vendor', vendor: 'Nobody & Sons' })
    expect([refused.status, refused.body.code]).toEqual([404, 'qbo_vendor_unknown'])
  })

  it('says that it failed while QuickBooks is down, and changes nothing', async () => {
    const { id } = await addBill()
    await company.fault('error', '/query', 30)
    const body = { taskId: id, action: 'update_vendor', vendor: "O'Malley Electric" }
    const refused = await act(body)
    expect([refused.status, refused.body.error]).toEqual([502, 'Failed to update vendor'])
    expect((await act({ taskId: id, action: 'fetch' })).body.version).toBe(1)
  })
})
