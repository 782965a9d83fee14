// Tests that PayPal's captures of payments that a restored database lost are kept once verified, and named by
// reconciliation.
import { reconcilePayments } from '@invoice-desk/contract/payments/admin'
import { type Found, openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attemptIdOf } from '../../src/features/payments/attempt/attempt.ts'
import { deleteOldRows } from '../../src/features/payments/reconciliation/reconcile.ts'
import { numberOf } from '../support/reconciliation.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.post('/paypal/switches', { webhooks: 'off' })
})
afterAll(() => shop.desk.close())

type Lost = Record<'id' | 'reference' | 'eventId', string> & { readonly invoices: Found[] }

/** Captured at PayPal, but not booked. Then the backup from before it is restored. */
const lose = async (key: string): Promise<Lost> => {
  await shop.fault('error', '/payment?', 200)
  const invoices = await shop.invoices(65)
  const number = numberOf(invoices)
  const { body } = await shop.order(invoices, {}, key)
  await shop.answerWindow(body.id, 'approve')
  expect((await shop.capture(body.id, invoices)).body.status).toBe('succeeded')
  await shop.waitForState(number, 'booking')
  await expect.poll(async () => (await shop.attemptOf(number))?.claimed_until).toBeNull()
  const { id, reference } = (await shop.attemptOf(number)) ?? {}
  await shop.query(sql`DELETE FROM payment_line WHERE attempt_id = ${String(id)}`)
  await shop.query(sql`DELETE FROM payment_attempt WHERE id = ${String(id)}`)
  await shop.clearFaults()
  const { events } = (await shop.ledger()).paypal
  const event = events.findLast(({ event_type }) => event_type === 'PAYMENT.CAPTURE.COMPLETED')
  return { id: String(id), reference: String(reference), eventId: String(event?.id), invoices }
}
/** As PayPal does until someone accepts it. */
const deliver = async ({ eventId }: Lost) => {
  await shop.post(`/paypal/deliveries/${eventId}`, {})
  const stored = `paypal:${eventId}`
  await expect
    .poll(() => shop.query(sql`SELECT 1 AS one FROM payment_event WHERE id = ${stored}`))
    .toHaveLength(1)
}
const forge = (event: object, address = '203.0.113.50') =>
  fetch(`${shop.desk.url}/api/paypal/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': `${shop.desk.desk.dependencies.config.payments.paypal?.apiUrl}/v1/notifications/certs/CERT-1`,
      'paypal-transmission-id': crypto.randomUUID(),
      'paypal-transmission-sig': 'A'.repeat(344),
      'paypal-transmission-time': new Date().toISOString(),
    },
    body: JSON.stringify(event),
  }).then(({ status }) => status)
const captureOf = (attemptId: string, orderId?: string) => ({
  id: `WH-${crypto.randomUUID()}`,
  event_type: 'PAYMENT.CAPTURE.COMPLETED',
  resource: {
    id: '5XA11111AA',
    custom_id: attemptId,
    ...(orderId && { supplementary_data: { related_ids: { order_id: orderId } } }),
  },
})
const strays = () => shop.query(sql`SELECT attempt_id FROM payment_stray`)
const reconcile = async () => (await shop.desk.call(reconcilePayments, { token: shop.token })).body
const kindsOf = async ({ reference }: Lost): Promise<string[]> => {
  const { failure, differences } = await reconcile()
  expect(failure).toBeUndefined()
  return differences
    .filter(({ providerId }: { providerId?: string }) => providerId === reference)
    .map(({ kind }: { kind: string }) => kind)
}

it('a capture is named once PayPal has reported it, and kept for 90 days', async () => {
  const lost = await lose('lost-capture')
  expect(await kindsOf(lost)).toEqual([])
  await deliver(lost)
  await deliver(lost)
  expect(await strays()).toEqual([{ attempt_id: lost.id }])
  expect(await kindsOf(lost)).toEqual(['charge_without_attempt'])
  const age = (days: number) =>
    shop.query(sql`UPDATE payment_stray SET received_at = now() - make_interval(days => ${days})`)
  await age(89)
  await deleteOldRows(shop.desk.desk.dependencies)
  expect(await strays()).toHaveLength(1)
  await age(91)
  await deleteOldRows(shop.desk.desk.dependencies)
  expect(await strays()).toEqual([])
})

it('a capture that PayPal had reported to the lost database is named before customers can pay again', async () => {
  const lost = await lose('lost-accepted')
  // More events than a page has, which are listed first.
  await Promise.all(
    Array.from({ length: 11 }, async () => {
      const invoices = await shop.invoices(5)
      const { body } = await shop.order(invoices)
      await shop.answerWindow(body.id, 'approve')
      await shop.capture(body.id, invoices)
      await shop.waitForBooked(numberOf(invoices))
    }),
  )
  await shop.query(sql`UPDATE installation SET restored_at = now()`)
  await shop.paymentFault('paypal', 'error', 'webhooks-events', 1)
  const failed = await reconcile()
  expect(failed.failure).toMatch(/^We couldn't read PayPal: /)
  expect(await kindsOf(lost)).toEqual(['charge_without_attempt'])
  await shop.query(sql`UPDATE installation SET restored_at = NULL`)
  expect(await kindsOf(lost)).toEqual(['charge_without_attempt'])
  await shop.query(sql`DELETE FROM payment_stray`)
  expect(await kindsOf(lost)).toEqual([])
})

it('a reported order that was not captured after all is not named', async () => {
  const lost = await lose('lost-refused')
  await deliver(lost)
  await shop.query(sql`UPDATE payment_stray SET provider_id = 'ORDER1NOT2THERE'`)
  expect(await kindsOf(lost)).toEqual([])
  await shop.query(sql`DELETE FROM payment_stray`)
})

it('a capture is named even if the backup has its attempt without the order', async () => {
  const lost = await lose('lost-order')
  const invoices = await shop.invoices(65)
  await shop.order(invoices, {}, 'without-order')
  const id = String((await shop.attemptOf(numberOf(invoices)))?.id)
  await shop.changeAttempt(numberOf(invoices), sql`state = 'failed', provider_id = NULL`)
  await shop.query(sql`DELETE FROM payment_line WHERE attempt_id = ${id}`)
  await shop.query(sql`UPDATE payment_attempt SET id = ${lost.id} WHERE id = ${id}`)
  await deliver(lost)
  expect(await kindsOf(lost)).toEqual(['charge_after_end'])
  await shop.query(sql`DELETE FROM payment_attempt WHERE id = ${lost.id}`)
  await shop.query(sql`DELETE FROM payment_stray`)
})

it('a payment goes on if the payer’s browser repeats it', async () => {
  const lost = await lose('lost-repeated')
  await deliver(lost)
  const again = await shop.order(lost.invoices, {}, 'lost-repeated')
  expect((await shop.capture(again.body.id, lost.invoices)).body.status).toBe('succeeded')
  const booked = await shop.waitForBooked(numberOf(lost.invoices))
  expect([booked.id, booked.reference]).toEqual([lost.id, lost.reference])
  expect(await kindsOf(lost)).toEqual([])
  await shop.query(sql`DELETE FROM payment_stray`)
})

it('events that PayPal does not confirm are not kept, and an address cannot forge many', async () => {
  const id = attemptIdOf('never')
  const forger = '203.0.113.51'
  expect(await forge(captureOf(id, '5O190127TN364715T'), forger)).toBe(401)
  const key = `webhook_forged:${forger} stray`
  expect(await shop.query(sql`SELECT points FROM rate_limit WHERE key = ${key}`)).toEqual([
    { points: 1 },
  ])
  await shop.query(sql`UPDATE rate_limit SET points = 1000000 WHERE key = ${key}`)
  expect(await forge(captureOf(attemptIdOf('other'), '5O190127TN364715T'), forger)).toBe(429)
  expect(await strays()).toEqual([])
})

it('PayPal is not asked about events that name no order, or that are not about our captures', async () => {
  await shop.paymentFault('paypal', 'error', 'verify-webhook-signature', 10)
  const id = attemptIdOf('never')
  const order = '5O190127TN364715T'
  const others = [
    captureOf(id),
    captureOf(id, '../../v1/oauth2/token'),
    captureOf(crypto.randomUUID(), order),
    { ...captureOf(id, order), event_type: 'CHECKOUT.ORDER.APPROVED' },
  ]
  expect(await Promise.all(others.map((each) => forge(each)))).toEqual([200, 200, 200, 200])
  // The fault looks like an outage.
  expect(await forge(captureOf(id, order))).toBe(503)
  await shop.clearFaults()
  expect(await strays()).toEqual([])
})

it('events about unknown payments leave room for those about ours', async () => {
  const { paypal } = shop.desk.desk.dependencies.drivers
  const { readWebhook } = paypal
  const gate = Promise.withResolvers<void>()
  let asked = 0
  Object.assign(paypal, {
    readWebhook: async (...args: Parameters<typeof readWebhook>) => {
      const report = await readWebhook(...args)
      const verify = async () => {
        asked += 1
        await gate.promise
        return report?.verify?.()
      }
      return report && { ...report, verify }
    },
  })
  const invoices = await shop.invoices(15)
  await shop.order(invoices)
  const known = String((await shop.attemptOf(numberOf(invoices)))?.id)
  const order = '5O190127TN364715T'
  const unknown = ['a', 'b'].map((key) => forge(captureOf(attemptIdOf(key), order)))
  await expect.poll(() => asked).toBe(2)
  expect(await forge(captureOf(attemptIdOf('c'), order))).toBe(503)
  const ours = forge(captureOf(known))
  await expect.poll(() => asked).toBe(3)
  Object.assign(paypal, { readWebhook })
  gate.resolve()
  expect(await Promise.all([...unknown, ours])).toEqual([401, 401, 401])
})
