// Tests that a payment takes nothing if its invoices changed in QuickBooks while the payer was at the wallet or the bank.
import { searchInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { CHALLENGED } from '@invoice-desk/testing/payments/requests'
import { type Found, openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { INVOICE_DATE } from '@invoice-desk/testing/quickbooks/books'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.desk.close())
beforeEach(async () => {
  await shop.clearFaults()
  await shop.post('/paypal/switches', { webhooks: 'off' })
})

const currentOf = async ({ qboId }: Found) => {
  const { invoices = [] } = (await shop.ledger()).quickbooks
  const invoice = invoices.find(({ Id }) => Id === qboId)
  if (!invoice) throw new Error(`there is no invoice ${qboId}`)
  return invoice
}
/** A bookkeeper enters a check, voids the invoice or deletes it. */
const payByCheck = async (invoice: Found, amount = invoice.amount) => {
  const { CustomerRef } = await currentOf(invoice)
  const LinkedTxn = [{ TxnId: invoice.qboId, TxnType: 'Invoice' }]
  const Line = [{ Amount: amount, LinkedTxn }]
  return shop.write('payment', { CustomerRef, TotalAmt: amount, Line })
}
const change = async (invoice: Found, operation: 'void' | 'delete') => {
  const { Id, SyncToken } = await currentOf(invoice)
  await shop.write(`invoice?operation=${operation}`, { Id, SyncToken })
}
const move = async (invoice: Found) => {
  const { Id, SyncToken } = await currentOf(invoice)
  const other = await shop.write('customer', { DisplayName: `Other ${invoice.number}` })
  const CustomerRef = { value: other.Id }
  await shop.write('invoice', { Id, SyncToken, sparse: true, CustomerRef })
}
const capturesOf = async (orderId: string) =>
  (await shop.ledger()).paypal.captures.filter((each) => JSON.stringify(each).includes(orderId))

/** Opens an order and approves it after the change. */
const approveAfter = async (invoices: readonly Found[], meanwhile: () => Promise<unknown>) => {
  const { body } = await shop.order(invoices)
  await meanwhile()
  await shop.answerWindow(body.id, 'approve')
  return body as { id: string; paymentId: string }
}

describe('an invoice that changed while the payer was at PayPal', () => {
  it.each([
    ['was paid by check', payByCheck, 409, 'invoice_paid'],
    ['was voided', (invoice: Found) => change(invoice, 'void'), 409, 'invoice_paid'],
    ['was partly paid', (one: Found) => payByCheck(one, 40), 409, 'balance_changed'],
    ['was deleted', (one: Found) => change(one, 'delete'), 400, 'invoice_lookup_expired'],
    ['belongs to someone else', move, 400, 'invoice_lookup_expired'],
  ] as const)(
    'is not paid if it %s, and the page learns why',
    async (_how, meanwhile, status, code) => {
      const [first, second] = await shop.invoices(100, 50)
      if (!first || !second) throw new Error('no invoices')
      const order = await approveAfter([first, second], () => meanwhile(first))
      const refused = await shop.capture(order.id, [first, second])
      expect([refused.status, refused.body.code]).toEqual([status, code])
      expect((await shop.complete(order.paymentId)).body.code).toBe(code)
      expect(await capturesOf(order.id)).toEqual([])
      // The other invoice can be paid.
      expect((await shop.order([second])).status).toBe(200)
    },
  )

  it('is not paid by the webhook either', async () => {
    const invoice = await shop.invoice(100)
    await shop.post('/paypal/switches', { webhooks: 'on' })
    const order = await approveAfter([invoice], () => payByCheck(invoice))
    await shop.waitForState(invoice.number, 'failed')
    expect(await capturesOf(order.id)).toEqual([])
  })

  it('is paid once its balance can be read again', async () => {
    const invoice = await shop.invoice(100)
    const order = await approveAfter([invoice], () => shop.fault('error', '/invoice/', 1_000))
    const waiting = await shop.capture(order.id, [invoice])
    expect([waiting.status, waiting.body.status]).toEqual([200, 'processing'])
    expect(await capturesOf(order.id)).toEqual([])
    await shop.clearFaults()
    expect((await shop.complete(order.paymentId)).body.status).toBe('succeeded')
  })

  it('is released without a charge if its balance can’t be read in time', async () => {
    const invoice = await shop.invoice(100)
    const order = await approveAfter([invoice], () => shop.fault('error', '/invoice/', 1_000))
    await shop.query(
      sql`UPDATE payment_attempt SET created_at = created_at - interval '31 minutes' WHERE provider_id = ${order.id}`,
    )
    const late = await shop.capture(order.id, [invoice])
    expect([late.status, late.body.code]).toEqual([410, 'payment_expired'])
    expect(await capturesOf(order.id)).toEqual([])
  })
})

describe('an invoice that changed while the bank asked the payer', () => {
  const challenged = async (amount: number) => {
    const invoice = await shop.invoice(amount)
    const { body } = await shop.pay([invoice], { paymentMethodId: CHALLENGED })
    expect(body.status).toBe('requires_action')
    return { invoice, paymentId: body.paymentId as string, secret: body.clientSecret as string }
  }

  it('cancels the payment when we look at it again', async () => {
    const { invoice, paymentId, secret } = await challenged(100)
    await payByCheck(invoice)
    const refused = await shop.complete(paymentId)
    expect([refused.status, refused.body.code]).toEqual([409, 'invoice_paid'])
    await shop.answerBank(secret, 'complete')
    const attempt = await shop.attemptOf(invoice.number)
    expect(attempt?.state).toBe('failed')
    expect(await shop.chargesOf(attempt?.id)).toEqual([])
  })

  it('leaves room in QuickBooks’ rate limit for money, no matter how often someone looks', async () => {
    const { invoice, paymentId } = await challenged(100)
    const { quickbooks } = shop.desk.desk.dependencies
    const { for: apiFor } = quickbooks
    const priorities = new Set<string>()
    const watched: typeof apiFor = (priority) => {
      const api = apiFor(priority)
      const listCurrent: typeof api.invoices.listCurrent = (ids) => {
        if (ids.includes(invoice.qboId)) priorities.add(priority)
        return api.invoices.listCurrent(ids)
      }
      return { ...api, invoices: { ...api.invoices, listCurrent } }
    }
    Object.assign(quickbooks, { for: watched })
    expect((await shop.complete(paymentId)).body.status).toBe('requires_action')
    Object.assign(quickbooks, { for: apiFor })
    expect([...priorities]).toEqual(['visitors'])
    expect((await shop.attemptOf(invoice.number))?.state).toBe('requires_action')
  })

  it.each([
    ['was already paid', payByCheck],
    ['was voided', (invoice: Found) => change(invoice, 'void')],
    ['was deleted', (invoice: Found) => change(invoice, 'delete')],
    ['has a balance of only $60.00', (invoice: Found) => payByCheck(invoice, 40)],
  ])('and was charged anyway tells staff that it %s', async (what, meanwhile) => {
    const { invoice, secret } = await challenged(100)
    await meanwhile(invoice)
    await shop.answerBank(secret, 'complete')
    const attempt = await shop.waitForJanitor(invoice.number, 'booked')
    expect(attempt.review).toMatch(`because invoice ${invoice.number} ${what}.`)
    expect(attempt.review).toMatch(`Refund it at Stripe (${attempt.reference})`)
  })
})

describe('a live read', () => {
  it.each([
    ['deleted', (invoice: Found) => change(invoice, 'delete'), 404],
    ['moved to another customer', move, 200],
  ] as const)('corrects our copy of an invoice that was %s', async (_how, meanwhile, status) => {
    const invoice = await shop.invoice(100)
    await shop.refreshCopy()
    await meanwhile(invoice)
    expect((await shop.order([invoice])).body.code).toBe('invoice_lookup_expired')
    const found = await shop.desk.call(searchInvoice, {
      body: { invoiceNumber: invoice.number, date: INVOICE_DATE },
    })
    expect(found.status).toBe(status)
    if (status === 404) return
    const renewed = { ...invoice, id: found.body.matchedInvoice.id }
    expect((await shop.order([renewed])).status).toBe(200)
  })
})

describe('QuickBooks’ queries that lag behind what it has stored', () => {
  afterEach(() => shop.throwSwitch('query-lag', { seconds: 0 }))

  it.each([
    ['a check', payByCheck],
    ['a void', (invoice: Found) => change(invoice, 'void')],
  ])('don’t hide %s from a capture', async (_what, meanwhile) => {
    const invoice = await shop.invoice(100)
    await shop.throwSwitch('query-lag', { seconds: 600 })
    const order = await approveAfter([invoice], () => meanwhile(invoice))
    const refused = await shop.capture(order.id, [invoice])
    expect([refused.status, refused.body.code]).toEqual([409, 'invoice_paid'])
    expect(await capturesOf(order.id)).toEqual([])
  })

  it('don’t hide a check from a card payment', async () => {
    const invoice = await shop.invoice(100)
    await shop.throwSwitch('query-lag', { seconds: 600 })
    await payByCheck(invoice)
    expect((await shop.pay([invoice])).body.code).toBe('invoice_paid')
  })

  it('don’t let a second payer pay so many invoices, just paid, that they’re read with a query', async () => {
    // Our copy may not have all of them yet when it's searched.
    const invoices = await waitFor(() => shop.invoices(...Array<number>(11).fill(100)))
    await shop.throwSwitch('query-lag', { seconds: 600 })
    expect((await shop.pay(invoices)).body.status).toBe('succeeded')
    await shop.waitForBooked(invoices[0]?.number ?? '')
    const second = await shop.order(invoices)
    expect([second.status, second.body.code]).toEqual([503, 'balance_unavailable'])
    expect((await shop.pay(invoices)).body.code).toBe('balance_unavailable')
    await shop.throwSwitch('query-lag', { seconds: 0 })
    expect((await shop.pay(invoices)).body.code).toBe('invoice_paid')
  })

  it('don’t hold up other invoices, nor the rest of one that shows its payment', async () => {
    const [first, second] = await shop.invoices(100, 50)
    if (!first || !second) throw new Error('no invoices')
    await shop.throwSwitch('query-lag', { seconds: 600 })
    expect((await shop.pay([{ ...first, amount: 40 }])).body.status).toBe('succeeded')
    await shop.waitForBooked(first.number)
    expect((await shop.pay([second])).body.status).toBe('succeeded')
    await shop.throwSwitch('query-lag', { seconds: 0 })
    const { body } = await shop.pay([first])
    expect([body.code, body.invoices[0].balance]).toEqual(['balance_changed', 60])
    const rest = { ...first, id: body.invoices[0].id, amount: 60 }
    expect((await shop.pay([rest])).body.status).toBe('succeeded')
  })
})
