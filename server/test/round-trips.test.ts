// Pins how many statements and commits a request needs.
import { approveInvoice, listPendingInvoices } from '@invoice-desk/contract/approval'
import { listVendorBills } from '@invoice-desk/contract/contractor'
import type { Endpoint } from '@invoice-desk/contract/endpoint'
import { listPaymentAttempts } from '@invoice-desk/contract/payments-admin'
import { listTransactions } from '@invoice-desk/contract/retailer'
import { listVendorMappings } from '@invoice-desk/contract/vendors'
import { countStatements } from '@invoice-desk/testing/app/statements'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import {
  addBill,
  addContractor,
  type Contractor,
} from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { submit } from '@invoice-desk/testing/contractor/submit'
import { STAFF } from '@invoice-desk/testing/people'
import { afterAll, beforeAll, expect, it } from 'vitest'

let desk: TestDesk
let token: string
let vera: Contractor
let taskId: string
beforeAll(async () => {
  desk = await startTestDesk()
  token = (await desk.signIn(STAFF)).idToken
  vera = await addContractor(desk)
  taskId = await addBill(desk, vera, { status: 'sent_for_approval' })
})
afterAll(() => desk.close())

const count = async (send: () => Promise<{ status: number }>) => {
  const { statements, commits } = await countStatements(desk, async () =>
    expect(await send()).toMatchObject({ status: 200 }),
  )
  return { statements, commits }
}

it('submits an invoice', async () => {
  const file = { name: 'invoice.pdf', content: samplePdf() }
  expect(await count(() => submit(desk, vera, { file, key: 'one-submission' }))).toEqual({
    statements: 6,
    commits: 2,
  })
})

it('approves an invoice', async () => {
  const body = { taskId, action: 'approve', version: 1 }
  expect(await count(() => desk.call(approveInvoice, { token, body }))).toEqual({
    statements: 3,
    commits: 1,
  })
})

it.each<[string, number, Endpoint, () => Record<string, unknown>]>([
  ['a task', 2, approveInvoice, () => ({ token, body: { taskId, action: 'fetch' } })],
  ['pending invoices', 2, listPendingInvoices, () => ({ token, query: { page: 1 } })],
  [
    "a contractor's bills",
    3,
    listVendorBills,
    () => ({ token: vera.token, body: { vendorName: vera.vendor } }),
  ],
  ['vendors', 5, listVendorMappings, () => ({ token, query: { page: 1 } })],
  ['transactions', 3, listTransactions, () => ({ token, query: { page: 1 } })],
  ['payments', 3, listPaymentAttempts, () => ({ token })],
])('reads %s', async (_name, statements, endpoint, options) => {
  expect(await count(() => desk.call(endpoint, options()))).toEqual({ statements, commits: 0 })
})
