// Tests that a request that repeats after the database was restored from before it is still the same payment.
import { type Found, openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.desk.close())

beforeEach(async () => {
  await shop.clearFaults()
  for (const provider of ['stripe', 'paypal'])
    await shop.post(`/${provider}/switches`, { webhooks: 'off' })
})

const numberOf = ([invoice]: readonly Found[]) => invoice?.number ?? ''
const capturesOf = async (orderId: string) =>
  (await shop.ledger()).paypal.captures.filter((one) => JSON.stringify(one).includes(orderId))

describe('a database that was restored from before a payment', () => {
  const forget = async (key: string) => {
    await shop.query(sql`DELETE FROM payment_line WHERE attempt_id IN (
      SELECT id FROM payment_attempt WHERE key = ${key})`)
    await shop.query(sql`DELETE FROM payment_attempt WHERE key = ${key}`)
  }

  it('takes no second charge when the card payment is repeated, and books the first', async () => {
    const invoices = await shop.invoices(45)
    await shop.fault('error', '/payment?', 200)
    expect((await shop.pay(invoices, {}, 'restored-card')).body.status).toBe('succeeded')
    const { reference } = await shop.waitForState(numberOf(invoices), 'booking')
    await expect
      .poll(async () => (await shop.attemptOf(numberOf(invoices)))?.claimed_until)
      .toBeNull()
    await forget('restored-card')
    await shop.clearFaults()
    expect((await shop.pay(invoices, {}, 'restored-card')).body.status).toBe('succeeded')
    const attempt = await shop.waitForState(numberOf(invoices), 'booked')
    expect(attempt.reference).toBe(reference)
    expect(await shop.chargesOf(attempt.id)).toHaveLength(1)
    expect(await shop.bookingsOf(reference)).toHaveLength(1)
  })

  it('captures an order once when it is opened again', async () => {
    const invoices = await shop.invoices(45)
    await shop.fault('error', '/payment?', 200)
    const { body } = await shop.order(invoices, {}, 'restored-wallet')
    await shop.answerWindow(body.id, 'approve')
    expect((await shop.capture(body.id, invoices)).body.status).toBe('succeeded')
    await shop.waitForState(numberOf(invoices), 'booking')
    await expect
      .poll(async () => (await shop.attemptOf(numberOf(invoices)))?.claimed_until)
      .toBeNull()
    await forget('restored-wallet')
    await shop.clearFaults()
    const again = await shop.order(invoices, {}, 'restored-wallet')
    expect(again.body.id).toBe(body.id)
    expect((await shop.capture(body.id, invoices)).body.status).toBe('succeeded')
    const { reference } = await shop.waitForState(numberOf(invoices), 'booked')
    expect(await capturesOf(body.id)).toHaveLength(1)
    expect(await shop.bookingsOf(reference)).toHaveLength(1)
  })
})
