// Tests that an attempt stays unknown and its invoices stay on hold until the provider gives a definite answer.
import { cancelPayment } from '@invoice-desk/contract/payments/payments'
import { confirm } from '@invoice-desk/server/features/payments/attempt/ask'
import { findAttempt } from '@invoice-desk/server/features/payments/queries'
import { CHALLENGED } from '@invoice-desk/testing/payments/requests'
import { type Found, openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

/** Long enough for every call that isn't meant to time out, even on a busy machine. */
const TIMEOUT_MS = 1_000

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ PAYMENT_TIMEOUT_MS: String(TIMEOUT_MS) })
})
afterAll(() => shop.desk.close())

beforeEach(async () => {
  await shop.clearFaults()
  for (const provider of ['stripe', 'paypal'])
    await shop.post(`/${provider}/switches`, { webhooks: 'off', delayMs: 0, delayMatch: '' })
})

const slow = (provider: 'stripe' | 'paypal', match: string) =>
  shop.post(`/${provider}/switches`, { delayMs: 4 * TIMEOUT_MS, delayMatch: match })
const approved = async (choice = 'approve') => {
  const invoices = await shop.invoices(120)
  const { body } = await shop.order(invoices)
  await shop.answerWindow(body.id, choice)
  return { invoices, number: numberOf(invoices), orderId: body.id as string, ...body }
}
const numberOf = ([invoice]: readonly Found[]) => invoice?.number ?? ''
const capturesOf = async (orderId: string) =>
  (await shop.ledger()).paypal.captures.filter((one) => JSON.stringify(one).includes(orderId))
const cancel = (paymentId: string) => shop.desk.call(cancelPayment, { body: { paymentId } })
const age = (number: string, minutes: number) =>
  shop.changeAttempt(number, sql`sent_at = sent_at - make_interval(mins => ${minutes})`)

/** No one can pay the invoices, and the payer can't cancel the attempt. */
const expectHeld = async (invoices: readonly Found[], paymentId: string) => {
  expect((await shop.attemptOf(numberOf(invoices)))?.state).toBe('unknown')
  const other = await shop.pay(invoices)
  expect([other.status, other.body.code]).toEqual([409, 'payment_in_progress'])
  expect((await cancel(paymentId)).body).toEqual({ status: 'processing' })
}

/** Polls as the payer's page does. */
const paidOnce = async (number: string, paymentId: string) => {
  await expect.poll(async () => (await shop.complete(paymentId)).body.status).toBe('succeeded')
  return shop.waitForState(number, 'booked')
}

describe('a capture', () => {
  it('that is slow is waited for, and the customer pays once', async () => {
    const { invoices, number, orderId, paymentId } = await approved()
    await slow('paypal', '/capture')
    const first = await shop.capture(orderId, invoices)
    expect([first.status, first.body.status]).toEqual([200, 'processing'])
    await expectHeld(invoices, paymentId)
    const attempt = await paidOnce(number, paymentId)
    expect(await capturesOf(orderId)).toHaveLength(1)
    expect(await shop.bookingsOf(attempt.reference)).toHaveLength(1)
    const again = await shop.pay(invoices)
    expect([again.status, again.body.code]).toEqual([409, 'invoice_paid'])
  })

  it.each([401, 408, 409, 429, 500])(
    'that PayPal answers with %i stays unknown until PayPal reports its outcome',
    async (status) => {
      const { invoices, number, orderId, paymentId } = await approved()
      await shop.paymentFault('paypal', 'error', '/capture', 1_000, status)
      const first = await shop.capture(orderId, invoices)
      expect([first.status, first.body.status]).toEqual([200, 'processing'])
      await expectHeld(invoices, paymentId)
      await shop.clearFaults()
      expect((await shop.complete(paymentId)).body.status).toBe('succeeded')
      await shop.waitForState(number, 'booked')
      expect(await capturesOf(orderId)).toHaveLength(1)
    },
  )

  it.each([400, 403, 404])('that PayPal refuses with %i ends the payment', async (status) => {
    const { invoices, number, orderId } = await approved()
    await shop.paymentFault('paypal', 'error', '/capture', 1_000, status)
    const refused = await shop.capture(orderId, invoices)
    expect([refused.status, refused.body.code]).toEqual([402, 'payment_declined'])
    expect((await shop.attemptOf(number))?.state).toBe('failed')
    await shop.clearFaults()
    expect((await shop.pay(invoices)).body.status).toBe('succeeded')
    expect(await capturesOf(orderId)).toEqual([])
  })

  it('that PayPal refuses stays unknown until the order shows that nothing was taken', async () => {
    const { invoices, number, orderId, paymentId } = await approved()
    await shop.paymentFault('paypal', 'error', '/capture', 1, 403)
    await shop.paymentFault('paypal', 'error', `GET /v2/checkout/orders/${orderId}`, 1_000)
    const first = await shop.capture(orderId, invoices)
    expect([first.status, first.body.status]).toEqual([200, 'processing'])
    await expectHeld(invoices, paymentId)
    await shop.clearFaults()
    await paidOnce(number, paymentId)
    expect(await capturesOf(orderId)).toHaveLength(1)
  })

  it('stays unknown if its repeat is declined while the first call may be running', async () => {
    const { invoices, number, orderId, paymentId } = await approved('decline')
    await shop.paymentFault('paypal', 'timeout', '/capture')
    const first = await shop.capture(orderId, invoices)
    expect([first.status, first.body.status]).toEqual([200, 'processing'])
    await expectHeld(invoices, paymentId)
    // No call runs this long, so PayPal's refusal now covers all of them.
    await age(number, 6)
    const late = await shop.capture(orderId, invoices)
    expect([late.status, late.body.code]).toEqual([422, 'instrument_declined'])
    expect((await shop.attemptOf(number))?.state).toBe('reserved')
  })

  it('is sent by only one of two workers', async () => {
    const { number, orderId } = await approved()
    await shop.post('/paypal/switches', { delayMs: TIMEOUT_MS / 8, delayMatch: '/capture' })
    const { dependencies } = shop.desk.desk
    const { id } = (await shop.attemptOf(number)) ?? {}
    const attempt = await findAttempt(dependencies.database.db, String(id))
    if (!attempt) throw new Error('the attempt was not found')
    await Promise.all([confirm(dependencies, attempt), confirm(dependencies, attempt)])
    await shop.waitForState(number, 'booked')
    expect(await capturesOf(orderId)).toHaveLength(1)
    const unknown = await shop.query(
      sql`SELECT 1 FROM audit_event WHERE subject_id = ${String(id)} AND action = 'payment_unknown'`,
    )
    expect(unknown).toHaveLength(0)
  })

  it('does not end just because the payer keeps checking', async () => {
    const { invoices, number, orderId, paymentId } = await approved()
    await shop.paymentFault('paypal', 'error', '/capture', 1_000)
    await shop.capture(orderId, invoices)
    for (let times = 0; times < 20; times += 1) {
      expect((await shop.complete(paymentId)).body.status).toBe('processing')
    }
    expect(await shop.attemptOf(number)).toMatchObject({ state: 'unknown' })
    expect(Number((await shop.attemptOf(number))?.checks)).toBeLessThan(3)
  })

  it('that was sent cannot be ended, even in the database', async () => {
    const { invoices, number, orderId } = await approved()
    await shop.paymentFault('paypal', 'error', '/capture', 1_000)
    await shop.capture(orderId, invoices)
    const id = String((await shop.attemptOf(number))?.id)
    for (const state of ['reserved', 'failed', 'cancelled', 'expired']) {
      const update = shop.query(sql`UPDATE payment_attempt SET state = ${state} WHERE id = ${id}`)
      await expect(update).rejects.toThrow()
    }
  })

  it('that PayPal does not show after a day expires', async () => {
    const { invoices, number, orderId, paymentId } = await approved()
    await shop.paymentFault('paypal', 'error', '/capture', 1_000)
    await shop.capture(orderId, invoices)
    await age(number, 24 * 60)
    await shop.clearFaults()
    const late = await shop.complete(paymentId)
    expect([late.status, late.body.code]).toEqual([410, 'payment_expired'])
    expect(await capturesOf(orderId)).toHaveLength(0)
  })
})

describe('a payer sent back by PayPal', () => {
  it.each([
    ['alternate-funding', 'instrument_declined'],
    ['payer-action', 'wallet_action_required'],
    ['transaction-refused', 'wallet_declined'],
  ])('because of %s continues with the same order', async (choice, code) => {
    const { invoices, number, orderId } = await approved(choice)
    const refused = await shop.capture(orderId, invoices)
    expect([refused.status, refused.body.code]).toEqual([422, code])
    expect(refused.body.error).toContain("You weren't charged.")
    await shop.answerWindow(orderId, 'approve')
    expect((await shop.capture(orderId, invoices)).body.status).toBe('succeeded')
    await shop.waitForState(number, 'booked')
    expect(await capturesOf(orderId)).toHaveLength(1)
  })
})

describe('a confirmation', () => {
  it('that is slow is waited for, and the customer pays once', async () => {
    const invoices = await shop.invoices(120)
    await slow('stripe', '/confirm')
    const first = await shop.pay(invoices)
    expect([first.status, first.body.status]).toEqual([200, 'processing'])
    await expectHeld(invoices, first.body.paymentId)
    const attempt = await paidOnce(numberOf(invoices), first.body.paymentId)
    expect(await shop.chargesOf(attempt.id)).toHaveLength(1)
    expect(await shop.bookingsOf(attempt.reference)).toHaveLength(1)
  })

  it.each([400, 401, 403, 409, 429])(
    'that Stripe answers with %i ends only after its intent is canceled',
    async (status) => {
      const invoices = await shop.invoices(120)
      await shop.paymentFault('stripe', 'error', '/confirm', 1, status)
      await shop.paymentFault('stripe', 'error', '/cancel', 1_000)
      const first = await shop.pay(invoices)
      expect([first.status, first.body.status]).toEqual([200, 'processing'])
      await expectHeld(invoices, first.body.paymentId)
      await shop.clearFaults()
      const over = await shop.complete(first.body.paymentId)
      expect(over.status).toBe(502)
      expect((await shop.pay(invoices)).body.status).toBe('succeeded')
    },
  )
})

describe('a payment in Stripe’s other mode', () => {
  it('does not count as money, and its invoices stay on hold', async () => {
    const invoices = await shop.invoices(120)
    const { paymentId, clientSecret } = (await shop.pay(invoices, { paymentMethodId: CHALLENGED }))
      .body
    const intent = (await shop.attemptOf(numberOf(invoices)))?.provider_id
    await shop.post(`/stripe/payments/${intent}/mode`, { mode: 'live' })
    await shop.answerBank(clientSecret, 'complete')
    const answer = await shop.complete(paymentId)
    expect([answer.status, answer.body.status]).toEqual([200, 'processing'])
    const attempt = await shop.attemptOf(numberOf(invoices))
    expect([attempt?.state, attempt?.reference]).toEqual(['requires_action', null])
    expect((await shop.pay(invoices)).body.code).toBe('payment_in_progress')
    await shop.post(`/stripe/payments/${intent}/mode`, { mode: 'test' })
    await paidOnce(numberOf(invoices), paymentId)
  })
})

describe('an answer that cannot be read', () => {
  it('to a capture or a confirmation makes us ask again', async () => {
    const { invoices, number, orderId } = await approved()
    await shop.paymentFault('paypal', 'garble', '/capture')
    expect((await shop.capture(orderId, invoices)).body.status).toBe('succeeded')
    await shop.waitForState(number, 'booked')
    const others = await shop.invoices(120)
    await shop.paymentFault('stripe', 'garble', '/confirm')
    expect((await shop.pay(others)).body.status).toBe('succeeded')
    const attempt = await shop.waitForState(numberOf(others), 'booked')
    expect(await shop.chargesOf(attempt.id)).toHaveLength(1)
  })

  it('about one payment does not stop the others', async () => {
    const unread = await Promise.all(Array.from({ length: 4 }, () => approved()))
    for (const { orderId } of unread) {
      await shop.paymentFault('paypal', 'error', `${orderId}/capture`, 1_000)
      await shop.paymentFault('paypal', 'garble', `GET /v2/checkout/orders/${orderId}`, 1_000)
    }
    for (const { orderId, invoices, paymentId } of unread) {
      const answer = await shop.capture(orderId, invoices)
      expect([answer.status, answer.body.status]).toEqual([200, 'processing'])
      expect((await shop.complete(paymentId)).body.status).toBe('processing')
    }
    const good = await approved()
    await shop.paymentFault('paypal', 'timeout-after', `${good.orderId}/capture`)
    await shop.paymentFault('paypal', 'error', `GET /v2/checkout/orders/${good.orderId}`, 2)
    await shop.capture(good.orderId, good.invoices)
    await shop.waitForJanitor(good.number, 'booked')
    for (const { number } of unread) {
      expect((await shop.attemptOf(number))?.state).toBe('unknown')
    }
    await shop.clearFaults()
    for (const { number, paymentId } of unread) await paidOnce(number, paymentId)
  })
})
