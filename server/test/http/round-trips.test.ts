// Pins how many statements and commits a request needs. The server remembers a caller for a few seconds; a submission and
// a decision are counted with looking the caller up, lists without.
import { approveInvoice, listPendingInvoices } from '@invoice-desk/contract/approval/approval'
import {
  readBillConversation,
  readTaskConversation,
} from '@invoice-desk/contract/bills/conversation'
import { listVendorBills } from '@invoice-desk/contract/contractor/contractor'
import type { Endpoint } from '@invoice-desk/contract/http/endpoint'
import { listPaymentAttempts } from '@invoice-desk/contract/payments/list'
import { listTransactions } from '@invoice-desk/contract/retailer/retailer'
import { listVendorMappings } from '@invoice-desk/contract/vendors/vendors'
import { countStatements } from '@invoice-desk/testing/app/statements'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import {
  addBill,
  addContractor,
  type Contractor,
} from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { submit } from '@invoice-desk/testing/contractor/submit'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { sql } from 'drizzle-orm'
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
  // Reads the approval rules, which the server keeps.
  const { idToken } = await desk.signIn(ADMIN)
  await desk.call(approveInvoice, { token: idToken, body: { taskId, action: 'fetch' } })
  const db = desk.desk.dependencies.database.db
  await db.execute(sql`INSERT INTO payment_attempt (key, request_hash, method, realm_id, customer_id, total_cents,
    company_name, payer_name, email, state) VALUES ('one', '', 'stripe', '1', '1', 100, 'Blue Heron', 'Vera', 'v@x.example', 'created')`)
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

it('approves an invoice with four statements and one commit', async () => {
  const body = { taskId, action: 'approve', version: 1 }
  expect(await count(() => desk.call(approveInvoice, { token, body }))).toEqual({
    statements: 4,
    commits: 1,
  })
})

it.each<[string, Endpoint, () => Record<string, unknown>]>([
  ['a task', approveInvoice, () => ({ token, body: { taskId, action: 'fetch' } })],
  [
    "a contractor's bills",
    listVendorBills,
    () => ({ token: vera.token, body: { vendorName: vera.vendor } }),
  ],
  ['a conversation as staff', readTaskConversation, () => ({ token, query: { taskId } })],
  [
    'a conversation as a contractor',
    readBillConversation,
    () => ({ token: vera.token, query: { billId: taskId } }),
  ],
  ['transactions', listTransactions, () => ({ token, query: { page: 1 } })],
  ['vendors', listVendorMappings, () => ({ token, query: { page: 1 } })],
])('reads %s with one statement', async (_name, endpoint, options) => {
  await desk.call(endpoint, options())
  expect(await count(() => desk.call(endpoint, options()))).toEqual({ statements: 1, commits: 0 })
})

it.each<[string, Endpoint]>([
  ['payments and their totals', listPaymentAttempts],
  ['pending invoices and the approval rules', listPendingInvoices],
])('reads %s with two statements at once', async (_name, endpoint) => {
  const send = () => desk.call(endpoint, { token, query: { page: 1 } })
  await send()
  expect(await count(send)).toEqual({ statements: 2, commits: 0 })
})
