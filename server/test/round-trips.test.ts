// Pins how many statements and commits a request needs. The server remembers a caller for a few seconds; a submission and
// a decision are counted with looking the caller up, lists without.
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
import { insertAttempt } from '../src/features/payments/queries.ts'

let desk: TestDesk
let token: string
let vera: Contractor
let taskId: string
beforeAll(async () => {
  desk = await startTestDesk()
  token = (await desk.signIn(STAFF)).idToken
  vera = await addContractor(desk)
  taskId = await addBill(desk, vera, { status: 'sent_for_approval' })
  await insertAttempt(desk.desk.dependencies.database.db, {
    key: 'one-payment',
    requestHash: '',
    method: 'stripe',
    realmId: '1',
    customerId: '1',
    totalCents: 100,
    companyName: 'Blue Heron Printing',
    payerName: 'Vera',
    email: vera.email,
  })
})
afterAll(() => desk.close())

const count = async (send: () => Promise<{ status: number }>) => {
  const { statements, commits } = await countStatements(desk, async () =>
    expect(await send()).toMatchObject({ status: 200 }),
  )
  return { statements, commits }
}

it('submits an invoice with six statements', async () => {
  const file = { name: 'invoice.pdf', content: samplePdf() }
  expect(await count(() => submit(desk, vera, { file, key: 'one-submission' }))).toEqual({
    statements: 6,
    commits: 1,
  })
})

it('approves an invoice with three statements and one commit', async () => {
  const body = { taskId, action: 'approve', version: 1 }
  expect(await count(() => desk.call(approveInvoice, { token, body }))).toEqual({
    statements: 3,
    commits: 1,
  })
})

it.each<[string, Endpoint, () => Record<string, unknown>]>([
  ['a task', approveInvoice, () => ({ token, body: { taskId, action: 'fetch' } })],
  ['pending invoices', listPendingInvoices, () => ({ token, query: { page: 1 } })],
  [
    "a contractor's bills",
    listVendorBills,
    () => ({ token: vera.token, body: { vendorName: vera.vendor } }),
  ],
  ['transactions', listTransactions, () => ({ token, query: { page: 1 } })],
  ['payments', listPaymentAttempts, () => ({ token })],
])('reads %s with one statement', async (_name, endpoint, options) => {
  await desk.call(endpoint, options())
  expect(await count(() => desk.call(endpoint, options()))).toEqual({ statements: 1, commits: 0 })
})

it('reads vendors with one statement, besides what QuickBooks has', async () => {
  const { texts } = await countStatements(desk, () =>
    desk.call(listVendorMappings, { token, query: { page: 1 } }),
  )
  expect(texts.filter((text) => text.includes('vendor_mapping'))).toHaveLength(1)
})
