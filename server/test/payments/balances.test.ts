// Tests that a payment reads the live balances while its intent or order is opened, and what it says if they changed.
import { type Found, openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { HARBOR } from '@invoice-desk/testing/quickbooks/connect'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createInvoiceIds } from '../../src/secrets/invoice-id.ts'
import { holdNext } from '../support/hold.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.desk.close())
beforeEach(async () => {
  await shop.clearFaults()
})

/** Staff change the invoice in QuickBooks after the payer has seen it. */
const changeTotal = async ({ qboId }: Found, amount: number) => {
  const { invoices = [] } = (await shop.ledger()).quickbooks
  const { SyncToken } = invoices.find(({ Id }) => Id === qboId) ?? {}
  const line = {
    Amount: amount,
    DetailType: 'SalesItemLineDetail',
    SalesItemLineDetail: { ItemRef: { value: '1' } },
  }
  await shop.write('invoice', { Id: qboId, SyncToken, sparse: true, Line: [line] })
}
const statusesOf = async (attemptId: unknown) =>
  (await shop.ledger()).stripe.paymentIntents
    .filter(({ metadata }) => (metadata as { attempt?: string }).attempt === attemptId)
    .map(({ status }) => status)
/** The refusal names the first changed invoice, and tells the current balance and total of all. */
const changedTo = (text: string, position: number, ...now: (readonly [number, number])[]) => [
  409,
  {
    error: `This balance changed. It is now ${text}.`,
    code: 'balance_changed',
    field: `invoices.${position}.amount`,
    invoices: now.map(([balance, amount]) => ({ id: expect.any(String), balance, amount })),
  },
]
type Refused = { readonly invoices: readonly { id: string; balance: number }[] }
/** Lines with the ids from the refusal, paid in full or as given. */
const renewed = (lines: readonly Found[], { invoices }: Refused, ...amounts: number[]): Found[] =>
  lines.flatMap((line, index) => {
    const { id = '', balance = 0 } = invoices[index] ?? {}
    return balance > 0 ? [{ ...line, id, amount: amounts[index] ?? balance }] : []
  })

describe.each([
  ['card', 'stripe', (lines: readonly Found[]) => shop.pay(lines)],
  ['wallet', 'paypal', (lines: readonly Found[]) => shop.order(lines)],
] as const)('a payment by %s', (_way, provider, start) => {
  it('is opened while the balances are read, and names the invoices', async () => {
    const invoices = await shop.invoices(60, 40)
    const { drivers, quickbooks } = shop.desk.desk.dependencies
    const open = holdNext(drivers[provider], 'open')
    const read = holdNext(quickbooks.for('money').invoices, 'listCurrent')
    const starting = start(invoices)
    await Promise.all([open.reached, read.reached])
    open.release()
    read.release()
    expect((await starting).status).toBe(200)
    const { stripe, paypal } = await shop.ledger()
    const numbers = invoices.map(({ number }) => number).join(', ')
    const opened = [...stripe.paymentIntents, ...paypal.orders]
    expect(JSON.stringify(opened)).toContain(`"description":"Invoices ${numbers}"`)
  })

  it('is refused with the new balance if the payer wanted to pay all of it', async () => {
    for (const [before, after] of [
      [300, 340],
      [300, 250],
    ] as const) {
      const [first, second] = await shop.invoices(10, before)
      if (!first || !second) throw new Error('no invoices')
      await changeTotal(second, after)
      const { status, body } = await start([first, second])
      expect([status, body]).toEqual(changedTo(`$${after}.00`, 1, [10, 10], [after, after]))
      expect((await shop.attemptOf(second.number))?.state).toBe('failed')
      expect((await start(renewed([first, second], body))).status).toBe(200)
    }
  })

  it('can go on with the amount that was entered before, without another search', async () => {
    const lines = await shop.invoices(300)
    await changeTotal(lines[0] as Found, 340)
    const { body } = await start(lines)
    expect((await start(lines)).body.code).toBe('balance_changed')
    expect((await start(renewed(lines, body, 300))).status).toBe(200)
  })

  it('can go on with the other invoices if one has been paid since', async () => {
    const lines = await shop.invoices(60, 40)
    expect((await shop.pay(lines.slice(0, 1))).status).toBe(200)
    await shop.waitForBooked(lines[0]?.number ?? '')
    const { status, body } = await start(lines)
    expect([status, body]).toEqual([
      409,
      {
        error: `Invoice ${lines[0]?.number} has already been paid.`,
        code: 'invoice_paid',
        field: 'invoices.0.amount',
        invoices: [
          { id: expect.any(String), balance: 0, amount: 60 },
          { id: expect.any(String), balance: 40, amount: 40 },
        ],
      },
    ])
    expect((await start(renewed(lines, body))).status).toBe(200)
  })

  it('waits for the balances, although it could be opened', async () => {
    const invoice = await shop.invoice(60)
    await shop.waitForBookings()
    await shop.fault('error', '/invoice/', 1_000)
    const { status, body } = await start([invoice])
    expect([status, body.code]).toEqual([503, 'balance_unavailable'])
    await shop.clearFaults()
    expect((await start([invoice])).status).toBe(200)
  })
})

describe('a card payment that the balance check refuses', () => {
  it('leaves an intent that no one can pay, without waiting for Stripe', async () => {
    const invoice = await shop.invoice(300)
    await changeTotal(invoice, 340)
    const open = holdNext(shop.desk.desk.dependencies.drivers.stripe, 'open')
    expect((await shop.pay([invoice])).body.code).toBe('balance_changed')
    const attempt = await shop.attemptOf(invoice.number)
    open.release()
    await expect.poll(() => statusesOf(attempt?.id)).toEqual(['canceled'])
  })

  it('is refused again for the same key, and can go on from there', async () => {
    const invoice = await shop.invoice(300)
    await changeTotal(invoice, 340)
    await shop.pay([invoice], {}, 'changed-once')
    const { status, body } = await shop.pay([invoice], {}, 'changed-once')
    expect([status, body]).toEqual([
      409,
      {
        error: 'This balance changed. It is now $340.00.',
        code: 'balance_changed',
        invoices: [{ id: expect.any(String), balance: 340 }],
      },
    ])
    expect((await shop.pay(renewed([invoice], body, 300))).body.status).toBe('succeeded')
    // The ids don't last longer if the request is repeated later.
    await shop.query(sql`UPDATE payment_attempt SET updated_at = now() - interval '61 minutes'
      WHERE key = 'changed-once'`)
    const late = await shop.pay([invoice], {}, 'changed-once')
    const again = await shop.pay(renewed([invoice], late.body, 10))
    expect(again.body.code).toBe('invoice_lookup_expired')
  })
})

describe('a balance that changed', () => {
  it('is told even if the amount still fits, before the payer pays it', async () => {
    for (const after of [340, 250, 100]) {
      const invoice = await shop.invoice(300)
      await changeTotal(invoice, after)
      const lines = [{ ...invoice, amount: 100 }]
      const { status, body } = await shop.pay(lines)
      expect([status, body]).toEqual(changedTo(`$${after}.00`, 0, [after, after]))
      expect((await shop.pay(renewed(lines, body, 100))).body.status).toBe('succeeded')
    }
  })

  it('is paid and booked even if our copy of it can’t be corrected', async () => {
    const invoice = await shop.invoice(300)
    await changeTotal(invoice, 340)
    await shop.query(sql`ALTER TABLE qbo_record ADD CONSTRAINT refused
      CHECK (id <> ${sql.raw(`'${invoice.qboId}'`)} OR kind <> 'invoice') NOT VALID`)
    const warn = vi.spyOn(shop.desk.desk.dependencies.log, 'warn')
    const lines = [{ ...invoice, amount: 100 }]
    const { body } = await shop.pay(lines)
    expect((await shop.pay(renewed(lines, body, 100))).body.status).toBe('succeeded')
    await shop.waitForState(invoice.number, 'booked')
    expect(warn).toHaveBeenCalledWith(
      { err: expect.any(Error), kind: 'invoice' },
      "records couldn't be kept in the copy of QuickBooks",
    )
    await shop.query(sql`ALTER TABLE qbo_record DROP CONSTRAINT refused`)
    warn.mockRestore()
  })

  it('matters to a part that no longer fits', async () => {
    const invoice = await shop.invoice(300)
    await changeTotal(invoice, 250)
    const { status, body } = await shop.pay([{ ...invoice, amount: 260 }])
    expect([status, body]).toEqual(changedTo('$250.00', 0, [250, 250]))
  })

  it('is not the reason if the payer entered more than they saw', async () => {
    const invoice = await shop.invoice(300)
    await changeTotal(invoice, 250)
    const { body } = await shop.pay([{ ...invoice, amount: 310 }])
    expect([body.code, body.error]).toEqual([
      'amount_above_balance',
      `The amount for invoice ${invoice.number} is more than its balance of $250.00.`,
    ])
  })
})

describe('an id from an earlier release, without a number and a balance', () => {
  it('can still be paid', async () => {
    const invoice = await shop.invoice(20)
    const ids = createInvoiceIds(shop.desk.desk.dependencies.config.keyring)
    const { customerId = '' } = ids.open(invoice.id) ?? {}
    const id = ids.seal({ realmId: HARBOR, customerId, invoiceId: invoice.qboId })
    const above = await shop.pay([{ ...invoice, id, amount: 21 }])
    expect(above.body.code).toBe('amount_above_balance')
    const { body } = await shop.pay([{ ...invoice, id }])
    expect([body.status, body.invoiceNumbers]).toEqual(['succeeded', [invoice.number]])
    const stored = sql`SELECT balance_cents FROM payment_line WHERE invoice_number = ${invoice.number} ORDER BY balance_cents DESC`
    expect((await shop.query(stored))[0]).toEqual({ balance_cents: '2000' })
  })
})
