// Tests that webhooks are verified, looked up at the provider, and counted once in any order.
import { createHmac } from 'node:crypto'
import { CHALLENGED } from '@invoice-desk/testing/payments/requests'
import { openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.desk.close())

const webhook = (provider: 'stripe' | 'paypal', body: string, headers: Record<string, string>) =>
  fetch(`${shop.desk.url}/api/${provider}/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
const sign = (body: string, seconds = Math.floor(Date.now() / 1_000)) => {
  const secret = shop.desk.desk.dependencies.config.payments.stripe?.webhookSecret ?? ''
  const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return { 'stripe-signature': `t=${seconds},v1=${v1}` }
}
const stripeEvent = (intentId: unknown, livemode = false) =>
  JSON.stringify({
    id: `evt_${crypto.randomUUID()}`,
    livemode,
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: intentId, object: 'payment_intent', status: 'succeeded' } },
  })
const VERIFY = 'verify-webhook-signature'
const paypalEvent = (
  attemptId: unknown,
  id = `WH-${crypto.randomUUID()}`,
  captureId: unknown = undefined,
) =>
  JSON.stringify({
    id,
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    resource: { id: captureId, custom_id: attemptId },
  })
const forgedHeaders = () => ({
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': `${shop.desk.desk.dependencies.config.payments.paypal?.apiUrl}/v1/notifications/certs/CERT-1`,
  'paypal-transmission-id': crypto.randomUUID(),
  'paypal-transmission-sig': 'A'.repeat(344),
  'paypal-transmission-time': new Date().toISOString(),
})
const orderAttempt = async () => {
  const invoices = await shop.invoices(15)
  await shop.order(invoices)
  return (await shop.attemptOf(invoices[0]?.number ?? '')) ?? {}
}
/** PayPal's own events of a payment arrive after its answer, and would be counted among the next test's. */
const waitForGenuineEvents = () =>
  waitFor(async () => {
    const { events } = (await shop.ledger()).paypal
    for (const { id } of events) {
      const rows = await shop.query(sql`SELECT 1 FROM payment_event WHERE id = ${`paypal:${id}`}`)
      if (rows.length === 0) throw new Error(`${id} has not arrived`)
    }
  })
/** Counts how often PayPal was asked to verify an event. */
const countVerifications = async (send: () => Promise<Response[]>) => {
  const times = 1_000
  await shop.paymentFault('paypal', 'error', VERIFY, times)
  const statuses = (await send()).map(({ status }) => status)
  const faults = `${shop.desk.sandbox.url}/faults`
  const [left] = await (await fetch(faults)).json()
  await fetch(faults, { method: 'DELETE' })
  return { statuses, verified: times - left.times }
}
/** Holds all verifications until they are released. */
const holdVerifications = () => {
  const { paypal } = shop.desk.desk.dependencies.drivers
  const { readWebhook } = paypal
  const gate = Promise.withResolvers<void>()
  let count = 0
  Object.assign(paypal, {
    readWebhook: async (...args: Parameters<typeof readWebhook>) => {
      const report = await readWebhook(...args)
      const verify = async () => {
        count += 1
        await gate.promise
        return report?.verify?.()
      }
      return report && { ...report, verify }
    },
  })
  const release = () => {
    Object.assign(paypal, { readWebhook })
    gate.resolve()
  }
  return { count: () => count, release }
}
const rowsOf = (event: string) =>
  shop.query(sql`SELECT 1 FROM payment_event WHERE id = ${`stripe:${JSON.parse(event).id}`}`)

describe('a webhook', () => {
  it('is refused unsigned, altered, signed with another key, or stale', async () => {
    const body = stripeEvent('pi_1')
    const hourAgo = Math.floor(Date.now() / 1_000) - 3_600
    for (const headers of [
      {},
      { 'stripe-signature': 't=1,v1=00' },
      sign(`${body} `),
      sign(body, hourAgo),
    ] as Record<string, string>[]) {
      expect((await webhook('stripe', body, headers)).status).toBe(401)
    }
    expect(await rowsOf(body)).toHaveLength(0)
  })

  it('in PayPal’s name is not verified if it cannot be from PayPal or is about none of our payments', async () => {
    const { id } = await orderAttempt()
    const genuine = forgedHeaders()
    const refused: [string, Record<string, string>][] = [
      [paypalEvent(id), {}],
      [paypalEvent(id), { ...genuine, 'paypal-cert-url': 'https://api.paypal.com.evil.example/' }],
      [paypalEvent(id), { ...genuine, 'paypal-transmission-time': '2026-01-01T00:00:00Z' }],
      ['no json', genuine],
      [JSON.stringify({ id: 'WH-1', resource: { custom_id: id } }), genuine],
    ]
    const { statuses, verified } = await countVerifications(async () => [
      ...(await Promise.all(refused.map(async ([text, given]) => webhook('paypal', text, given)))),
      await webhook('paypal', paypalEvent(crypto.randomUUID()), genuine),
      await webhook('paypal', paypalEvent('\u0000'), genuine),
    ])
    expect([statuses, verified]).toEqual([[401, 401, 401, 401, 401, 200, 200], 0])
  })

  it('in PayPal’s name is verified until an address forged too many about one payment', async () => {
    const [{ id }, { id: other }] = [await orderAttempt(), await orderAttempt()]
    const forge = (about: unknown, from: string) =>
      webhook('paypal', paypalEvent(about), { ...forgedHeaders(), 'x-forwarded-for': from })
    const [forger, paypal] = ['203.0.113.40', '203.0.113.41'] as const
    expect((await forge(id, forger)).status).toBe(401)
    const key = `webhook_forged:${forger} ${id}`
    const points = await shop.query(sql`SELECT points FROM rate_limit WHERE key = ${key}`)
    expect(points).toEqual([{ points: 1 }])
    await shop.query(sql`UPDATE rate_limit SET points = 1000000 WHERE key = ${key}`)
    const { statuses, verified } = await countVerifications(async () => [
      await forge(id, forger),
      await forge(other, forger),
      await forge(id, paypal),
    ])
    // The fault that counts the calls looks like an outage to the server.
    expect([statuses, verified]).toEqual([[429, 503, 503], 2])
  })

  it('from PayPal with an id that is not ours is matched by its capture', async () => {
    const invoices = await shop.invoices(15)
    const { body } = await shop.order(invoices)
    await shop.answerWindow(body.id, 'approve')
    await shop.capture(body.id, invoices)
    const { reference } = (await shop.attemptOf(invoices[0]?.number ?? '')) ?? {}
    const text = paypalEvent(crypto.randomUUID(), 'WH-refund', reference)
    // If it matched no payment, it would be accepted without verification.
    expect((await webhook('paypal', text, forgedHeaders())).status).toBe(401)
    await waitForGenuineEvents()
  })

  it('from PayPal is verified once, and not while too many others are being verified', async () => {
    const { id } = await orderAttempt()
    await shop.query(sql`INSERT INTO payment_event (id) VALUES ('paypal:WH-known')`)
    const text = paypalEvent(id, 'WH-known')
    const again = await countVerifications(async () => [
      await webhook('paypal', text, forgedHeaders()),
    ])
    expect(again).toEqual({ statuses: [200], verified: 0 })
    const held = holdVerifications()
    const send = () => webhook('paypal', paypalEvent(id), forgedHeaders())
    const first = Array.from({ length: 10 }, send)
    await expect.poll(held.count).toBe(10)
    const busy = await Promise.all([send(), send()])
    expect(busy.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [503, '30'],
      [503, '30'],
    ])
    held.release()
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual(Array(10).fill(401))
  })

  it('about a success that the provider does not confirm changes nothing', async () => {
    const invoices = await shop.invoices(25)
    const challenged = await shop.pay(invoices, { paymentMethodId: CHALLENGED })
    expect(challenged.body.status).toBe('requires_action')
    const attempt = await shop.attemptOf(invoices[0]?.number ?? '')
    const body = stripeEvent(attempt?.provider_id)
    expect((await webhook('stripe', body, sign(body))).status).toBe(200)
    await expect
      .poll(async () => (await shop.attemptOf(invoices[0]?.number ?? ''))?.next_check_at)
      .not.toEqual(attempt?.next_check_at)
    expect((await shop.attemptOf(invoices[0]?.number ?? ''))?.state).toBe('requires_action')
  })

  it('counts once, no matter how often it arrives', async () => {
    const body = stripeEvent('pi_unknown')
    for (let time = 0; time < 3; time += 1) {
      expect((await webhook('stripe', body, sign(body))).status).toBe(200)
    }
    expect(await rowsOf(body)).toHaveLength(1)
  })

  it('from Stripe’s other mode is accepted and ignored', async () => {
    const body = stripeEvent('pi_unknown', true)
    expect((await webhook('stripe', body, sign(body))).status).toBe(200)
    expect(await rowsOf(body)).toHaveLength(0)
  })

  it('may arrive five times, out of order, or not at all without changing the result', async () => {
    for (const provider of ['stripe', 'paypal']) {
      await shop.post(`/${provider}/switches`, { copiesMax: 5, shuffle: true, dropPercent: 10 })
    }
    const paid = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const invoices = await shop.invoices(10 + index)
        if (index % 2 === 0) await shop.pay(invoices)
        else {
          const { body } = await shop.order(invoices)
          await shop.answerWindow(body.id, 'approve')
          await shop.capture(body.id, invoices)
        }
        return invoices[0]?.number ?? ''
      }),
    )
    for (const number of paid) {
      const attempt = await shop.waitForState(number, 'booked')
      expect(await shop.bookingsOf(attempt.reference)).toHaveLength(1)
    }
    for (const provider of ['stripe', 'paypal']) {
      await shop.post(`/${provider}/switches`, { copiesMax: 1, shuffle: false, dropPercent: 0 })
    }
  })
})
