// What the providers report: believed only after asking, counted once, in any order; and money that goes back.
import { createHmac } from 'node:crypto'
import { CHALLENGED } from '@invoice-desk/testing/payments/requests'
import { type Found, openShop, type Shop } from '@invoice-desk/testing/payments/shop'
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
  const secret = shop.desk.desk.dependencies.config.stripe.webhookSecret
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
  'paypal-cert-url': `${shop.desk.desk.dependencies.config.paypal?.apiUrl}/v1/notifications/certs/CERT-1`,
  'paypal-transmission-id': crypto.randomUUID(),
  'paypal-transmission-sig': 'A'.repeat(344),
  'paypal-transmission-time': new Date().toISOString(),
})
const orderAttempt = async () => {
  const invoices = await shop.invoices(15)
  await shop.order(invoices)
  return (await shop.attemptOf(invoices[0]?.number ?? '')) ?? {}
}
/** How often PayPal was asked whether an event is its own. */
const askedDuring = async (send: () => Promise<Response[]>) => {
  const times = 1_000
  await shop.payingFault('paypal', 'error', VERIFY, times)
  const statuses = (await send()).map(({ status }) => status)
  const faults = `${shop.desk.sandbox.url}/faults`
  const [left] = await (await fetch(faults)).json()
  await fetch(faults, { method: 'DELETE' })
  return { statuses, asked: times - left.times }
}
/** PayPal is asked about nothing until it is let go. */
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
  const letGo = () => {
    Object.assign(paypal, { readWebhook })
    gate.resolve()
  }
  return { count: () => count, letGo }
}
const rowsOf = (event: string) =>
  shop.query(sql`SELECT 1 FROM payment_event WHERE id = ${`stripe:${JSON.parse(event).id}`}`)

describe('a report', () => {
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

  it('in the name of PayPal is no reason to ask PayPal when it cannot be its own or asks nothing of us', async () => {
    const { id } = await orderAttempt()
    const genuine = forgedHeaders()
    const refused: [string, Record<string, string>][] = [
      [paypalEvent(id), {}],
      [paypalEvent(id), { ...genuine, 'paypal-cert-url': 'https://api.paypal.com.evil.example/' }],
      [paypalEvent(id), { ...genuine, 'paypal-transmission-time': '2026-01-01T00:00:00Z' }],
      ['no json', genuine],
      [JSON.stringify({ id: 'WH-1', resource: { custom_id: id } }), genuine],
    ]
    const { statuses, asked } = await askedDuring(async () => [
      ...(await Promise.all(refused.map(async ([text, given]) => webhook('paypal', text, given)))),
      await webhook('paypal', paypalEvent(crypto.randomUUID()), genuine),
      await webhook('paypal', paypalEvent('\u0000'), genuine),
    ])
    expect([statuses, asked]).toEqual([[401, 401, 401, 401, 401, 200, 200], 0])
  })

  it('in the name of PayPal is asked about until too many about a payment were forged', async () => {
    const [{ id }, { id: other }] = [await orderAttempt(), await orderAttempt()]
    const forge = (about: unknown) => webhook('paypal', paypalEvent(about), forgedHeaders())
    expect((await forge(id)).status).toBe(401)
    const key = `webhook_forged:${id}`
    const points = await shop.query(sql`SELECT points FROM rate_limit WHERE key = ${key}`)
    expect(points).toEqual([{ points: 1 }])
    await shop.query(sql`UPDATE rate_limit SET points = 1000000 WHERE key = ${key}`)
    const { statuses, asked } = await askedDuring(async () => [await forge(id), await forge(other)])
    // The fault that counts the questions is an outage to the desk.
    expect([statuses, asked]).toEqual([[429, 503], 1])
  })

  it('of PayPal with a name that is not ours is found by its capture', async () => {
    const invoices = await shop.invoices(15)
    const { body } = await shop.order(invoices)
    await shop.answerWindow(body.id, 'approve')
    await shop.capture(body.id, invoices)
    const { reference } = (await shop.attemptOf(invoices[0]?.number ?? '')) ?? {}
    const text = paypalEvent(crypto.randomUUID(), 'WH-refund', reference)
    // About nothing of ours it would be accepted unread.
    expect((await webhook('paypal', text, forgedHeaders())).status).toBe(401)
  })

  it('of PayPal is asked about once, and not while it is asked about many others', async () => {
    const { id } = await orderAttempt()
    await shop.query(sql`INSERT INTO payment_event (id) VALUES ('paypal:WH-known')`)
    const text = paypalEvent(id, 'WH-known')
    const again = await askedDuring(async () => [await webhook('paypal', text, forgedHeaders())])
    expect(again).toEqual({ statuses: [200], asked: 0 })
    const held = holdVerifications()
    const send = () => webhook('paypal', paypalEvent(id), forgedHeaders())
    const first = Array.from({ length: 10 }, send)
    await expect.poll(held.count).toBe(10)
    const busy = await Promise.all([send(), send()])
    expect(busy.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [503, '30'],
      [503, '30'],
    ])
    held.letGo()
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual(Array(10).fill(401))
  })

  it('of a success that the provider does not confirm changes nothing', async () => {
    const invoices = await shop.invoices(25)
    const asked = await shop.pay(invoices, { paymentMethodId: CHALLENGED })
    expect(asked.body.status).toBe('requires_action')
    const attempt = await shop.attemptOf(invoices[0]?.number ?? '')
    const body = stripeEvent(attempt?.provider_id)
    expect((await webhook('stripe', body, sign(body))).status).toBe(200)
    await expect
      .poll(async () => (await shop.attemptOf(invoices[0]?.number ?? ''))?.next_check_at)
      .not.toEqual(attempt?.next_check_at)
    expect((await shop.attemptOf(invoices[0]?.number ?? ''))?.state).toBe('requires_action')
  })

  it('counts once, however often it comes', async () => {
    const body = stripeEvent('pi_unknown')
    for (let time = 0; time < 3; time += 1) {
      expect((await webhook('stripe', body, sign(body))).status).toBe(200)
    }
    expect(await rowsOf(body)).toHaveLength(1)
  })

  it('from the other mode of Stripe is accepted and ignored', async () => {
    const body = stripeEvent('pi_unknown', true)
    expect((await webhook('stripe', body, sign(body))).status).toBe(200)
    expect(await rowsOf(body)).toHaveLength(0)
  })

  it('may come five times, shuffled, or not at all: the books end the same', async () => {
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

describe('money that goes back', () => {
  const reviewed = (number: string) =>
    expect
      .poll(async () => (await shop.attemptOf(number))?.review)
      .toMatch(/QuickBooks still shows the payment/)

  it('by a refund of a card is shown to staff, who are told', async () => {
    const invoices = await shop.invoices(80)
    const number = invoices[0]?.number ?? ''
    await shop.pay(invoices)
    const { reference } = await shop.waitForState(number, 'booked')
    await shop.post(`/stripe/payments/${reference}/refund`, { amount: 3_000 })
    await reviewed(number)
    const attempt = await shop.attemptOf(number)
    expect([Number(attempt?.refunded_cents), attempt?.state]).toEqual([3_000, 'booked'])
    expect(attempt?.review).toContain('$30.00 was refunded')
  })

  it('by a dispute of a card is shown to staff, and how it ended too', async () => {
    const invoices = await shop.invoices(80)
    const number = invoices[0]?.number ?? ''
    await shop.pay(invoices)
    const { reference } = await shop.waitForState(number, 'booked')
    await shop.post(`/stripe/payments/${reference}/dispute`, {})
    await reviewed(number)
    expect((await shop.attemptOf(number))?.dispute).toBe('needs_response')
    await shop.post(`/stripe/payments/${reference}/close-dispute`, { status: 'lost' })
    await expect.poll(async () => (await shop.attemptOf(number))?.dispute).toBe('lost')
  })

  it('by a refund from the wallet is shown to staff', async () => {
    const invoices = await shop.invoices(80)
    const number = invoices[0]?.number ?? ''
    const { body } = await shop.order(invoices)
    await shop.answerWindow(body.id, 'approve')
    await shop.capture(body.id, invoices)
    const { reference } = await shop.waitForState(number, 'booked')
    await shop.post(`/paypal/captures/${reference}/refund`, {})
    await reviewed(number)
    expect(Number((await shop.attemptOf(number))?.refunded_cents)).toBe(8_000)
  })

  it('is shown though the provider could not be asked when it told', async () => {
    const invoices = await shop.invoices(80)
    const number = invoices[0]?.number ?? ''
    await shop.pay(invoices)
    const { reference } = await shop.waitForBooked(number)
    await shop.payingFault('stripe', 'error', 'GET /v1/payment_intents', 2)
    await shop.post(`/stripe/payments/${reference}/dispute`, {})
    await reviewed(number)
    expect((await shop.attemptOf(number))?.dispute).toBe('needs_response')
  })

  it('by a dispute at PayPal is shown to staff, and that PayPal took the money back', async () => {
    const invoices = await shop.invoices(80)
    const number = invoices[0]?.number ?? ''
    const { body } = await shop.order(invoices)
    await shop.answerWindow(body.id, 'approve')
    await shop.capture(body.id, invoices)
    const { reference } = await shop.waitForBooked(number)
    await shop.payingFault('paypal', 'error', 'GET /v1/customer/disputes')
    await shop.post(`/paypal/captures/${reference}/dispute`, {})
    await reviewed(number)
    const disputed = await shop.attemptOf(number)
    expect(disputed?.dispute).toBe('open')
    expect(disputed?.review).toContain('The payer disputes the charge (open).')
    const [dispute] = (await shop.ledger()).paypal.disputes
    await shop.post(`/paypal/disputes/${dispute?.dispute_id}/resolve`, {})
    // The order may have been read before the money went back; the next report brings it.
    await expect
      .poll(async () => {
        const { dispute, refunded_cents } = (await shop.attemptOf(number)) ?? {}
        return [dispute, Number(refunded_cents)]
      })
      .toEqual(['resolved', 8_000])
  })
})

describe('money for a payment that had ended', () => {
  it('holds its invoices again, is booked, and staff are asked whether it was paid twice', async () => {
    const invoices = await shop.invoices(100)
    const [invoice] = invoices as [Found]
    const part = [{ ...invoice, amount: 40 }]
    await shop.post('/paypal/switches', { webhooks: 'off' })
    const { body } = await shop.order(part)
    await shop.answerWindow(body.id, 'pending')
    await shop.capture(body.id, part)
    const { id } = (await shop.attemptOf(invoice.number)) ?? {}
    await shop.changeAttempt(
      invoice.number,
      sql`state = 'failed', sent_at = NULL, next_check_at = NULL`,
    )
    await shop.query(sql`UPDATE payment_line SET is_live = false WHERE attempt_id = ${String(id)}`)
    await shop.fault('error', '/payment?', 1_000)
    await shop.post('/paypal/switches', { webhooks: 'on' })
    const capture = (await shop.ledger()).paypal.captures.find((one) =>
      JSON.stringify(one).includes(body.id),
    )
    await shop.post(`/paypal/captures/${capture?.id}/settle`, { status: 'COMPLETED' })
    await shop.waitForState(invoice.number, 'booking')
    const other = await shop.pay(invoices)
    expect([other.status, other.body.code]).toEqual([409, 'payment_in_progress'])
    await fetch(`${shop.desk.sandbox.url}/faults`, { method: 'DELETE' })
    const attempt = await shop.waitForJanitor(invoice.number, 'booked')
    expect(attempt.review).toBe(
      'The money came after this payment had ended as failed. If the customer paid another way in the meantime, refund one of the two at PayPal.',
    )
  })
})

describe('an invoice that was paid another way meanwhile', () => {
  it('leaves the money with the customer as credit, and staff are told', async () => {
    const invoices = await shop.invoices(100)
    const [invoice] = invoices
    const asked = await shop.pay(invoices, { paymentMethodId: CHALLENGED })
    const customer = (await shop.ledger()).quickbooks.invoices?.find(
      ({ Id }) => Id === invoice?.qboId,
    )?.CustomerRef
    await shop.write('payment', {
      CustomerRef: customer,
      TotalAmt: 60,
      Line: [{ Amount: 60, LinkedTxn: [{ TxnId: invoice?.qboId, TxnType: 'Invoice' }] }],
    })
    await shop.answerBank(asked.body.clientSecret, 'complete')
    expect((await shop.complete(asked.body.paymentId)).body.status).toBe('succeeded')
    const attempt = await shop.waitForState(invoice?.number ?? '', 'booked')
    expect(Number(attempt.unapplied_cents)).toBe(6_000)
    expect(attempt.review).toContain("We couldn't apply $60.00")
    expect(await shop.bookingsOf(attempt.reference)).toMatchObject([
      { TotalAmt: 100, UnappliedAmt: 60 },
    ])
    expect(await shop.balanceOf(invoice?.qboId ?? '')).toBe(0)
  })
})
