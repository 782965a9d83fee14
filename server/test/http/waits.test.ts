// Pins how many provider calls a person waits for one after another, and the database statements of a look-up. A new call
// in the way fails here.
import { createQboBill, findQboBill } from '@invoice-desk/contract/accounting/accounting'
import { approveInvoice } from '@invoice-desk/contract/approval/approval'
import {
  listPaymentHistory,
  searchInvoice,
} from '@invoice-desk/contract/customer-invoices/customer-invoices'
import type { Endpoint } from '@invoice-desk/contract/http/endpoint'
import { countStatements } from '@invoice-desk/testing/app/statements'
import { addBill, mapVendor } from '@invoice-desk/testing/contractor/contractors'
import { openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { callsOf, inARow } from '@invoice-desk/testing/sandbox/calls'
import { setFault } from '@invoice-desk/testing/sandbox/control'
import { afterAll, beforeAll, expect, it } from 'vitest'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  // Jobs and webhooks come with calls of their own.
  await shop.desk.desk.dependencies.jobs.stop()
  await shop.throwSwitch('webhooks', { mode: 'off' })
  for (const provider of ['stripe', 'paypal'])
    await shop.post(`/${provider}/switches`, { webhooks: 'off' })
})
afterAll(() => shop.desk.stop())

/** The calls that ended before the answer, with every provider slow enough to see which ran at the same time. */
const waitsOf = async (run: () => Promise<{ status: number }>): Promise<number> => {
  for (const provider of ['quickbooks', 'stripe', 'paypal'])
    await setFault(shop.desk, { provider, mode: 'slow', delayMs: 150, times: null })
  const startedAt = Date.now()
  const { status } = await run()
  const endedAt = Date.now()
  await shop.clearFaults()
  expect(status).toBe(200)
  const calls = await callsOf(shop.desk.sandbox, startedAt)
  return inARow(calls.filter((call) => call.endedAt !== null && call.endedAt <= endedAt))
}

const ask = (endpoint: Endpoint, request: Record<string, unknown>) =>
  shop.desk.call(endpoint, { token: shop.token, ...request })

it('looks up an invoice, its payments and the bill of a task without a call', async () => {
  await shop.refreshCopy()
  const invoice = (await shop.state()).invoices?.find(({ DocNumber }) => DocNumber === '1002')
  const search = () =>
    ask(searchInvoice, { body: { invoiceNumber: invoice?.DocNumber, date: invoice?.TxnDate } })
  const { body } = await search()
  const history = () => ask(listPaymentHistory, { body: { invoiceId: body.matchedInvoice.id } })
  const bill = { vendorName: "O'Malley Electric", invoiceNumber: 'OM-1' }
  expect(await waitsOf(search)).toBe(0)
  expect(await waitsOf(history)).toBe(0)
  expect(await waitsOf(() => ask(findQboBill, { query: bill }))).toBe(0)
  // Three are for the first search of an address for a customer.
  expect(await countStatements(shop.desk, search)).toMatchObject({ statements: 6 })
  expect(await countStatements(shop.desk, history)).toMatchObject({ statements: 2 })
})

it('adds a bill and approves with two calls: the check for an existing bill, and the new one', async () => {
  await shop.refreshCopy()
  const vendor = { email: 'omalley@vendor.example', vendor: "O'Malley Electric" }
  await mapVendor(shop.desk, vendor.email, vendor.vendor, 'Utilities:Electricity')
  const taskId = await addBill(shop.desk, vendor, {
    status: 'sent_for_approval',
    invoiceNumber: 'OM-77',
    amountCents: 4_200,
  })
  const body = {
    taskId,
    vendorName: vendor.vendor,
    invoiceNumber: 'OM-77',
    amount: 42,
    date: '2026-11-02',
    qbBillAccount: 'Utilities:Electricity',
  }
  const approve = async () => {
    expect((await ask(createQboBill, { body })).status).toBe(200)
    return ask(approveInvoice, { body: { taskId, action: 'approve' } })
  }
  expect(await waitsOf(approve)).toBe(2)
})

it('pays by card with two calls: the intent beside the balance, and its confirmation', async () => {
  const invoices = await shop.invoices(120, 30)
  expect(await waitsOf(() => shop.pay(invoices))).toBe(2)
  // Without jobs, a janitor books it, with calls of its own. Not during the next test.
  await shop.waitForJanitor(invoices[0]?.number ?? '', 'booked')
})

it("pays by wallet with PayPal's own calls, and reads the balance again before the capture", async () => {
  // The first order also needs an access token, which is kept.
  await shop.order(await shop.invoices(10))
  const invoices = await shop.invoices(120, 30)
  let orderId = ''
  const order = async () => {
    const answer = await shop.order(invoices)
    orderId = answer.body.id
    return answer
  }
  expect(await waitsOf(order)).toBe(1)
  await shop.answerWindow(orderId, 'approve')
  expect(await waitsOf(() => shop.capture(orderId, invoices))).toBe(2)
})
