// Tests that each payment is booked once, no matter how QuickBooks answers a repeat while the first call runs.

import { settle } from '@invoice-desk/server/features/payments/attempt/settle'
import { book } from '@invoice-desk/server/features/payments/booking/book'
import { findAttempt } from '@invoice-desk/server/features/payments/queries'
import { type Found, openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { SHORT_TIMEOUTS } from '@invoice-desk/testing/quickbooks/company'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const TIMEOUT_MS = 400

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ ...SHORT_TIMEOUTS, QBO_TIMEOUT_MS: String(TIMEOUT_MS) })
})
afterAll(() => shop.desk.close())
beforeEach(async () => {
  await shop.clearFaults()
  await shop.throwSwitch('slow', { ms: 0 })
  for (const provider of ['stripe', 'paypal'])
    await shop.post(`/${provider}/switches`, { webhooks: 'on' })
})

const numberOf = ([invoice]: readonly Found[]) => invoice?.number ?? ''
const bookingEvents = (id: unknown, action: string) =>
  shop.query(sql`SELECT 1 FROM audit_event WHERE subject_id = ${String(id)} AND action = ${action}`)

describe.each(['replay', 'refuse'])('a slow QuickBooks that answers a repeat with %s', (mode) => {
  it('gets each payment once, under its first request id', async () => {
    await shop.throwSwitch('overlap', { mode })
    const paid = await Promise.all(Array.from({ length: 4 }, () => shop.invoices(75)))
    await shop.throwSwitch('slow', { ms: 2 * TIMEOUT_MS, match: '/payment?' })
    for (const invoices of paid) expect((await shop.pay(invoices)).body.status).toBe('succeeded')
    // Simulates that the first worker died, so a second one takes over.
    await shop.query(sql`UPDATE payment_attempt SET claimed_until = NULL, next_check_at = now()`)
    for (const invoices of paid) {
      const attempt = await shop.attemptOf(numberOf(invoices))
      await settle(shop.desk.desk.dependencies, String(attempt?.id))
    }
    await shop.throwSwitch('slow', { ms: 0 })
    for (const invoices of paid) {
      const { id, reference, booking_generation } = await shop.waitForJanitor(
        numberOf(invoices),
        'booked',
      )
      expect(await shop.bookingsOf(reference)).toHaveLength(1)
      expect(booking_generation).toBe(0)
      expect(await bookingEvents(id, 'payment_booking')).toHaveLength(1)
      expect(await bookingEvents(id, 'payment_booking_refused')).toHaveLength(0)
    }
  })
})

describe('two workers on one payment', () => {
  it('create one booking: the one that loses the race sends nothing', async () => {
    await shop.throwSwitch('overlap', { mode: 'refuse' })
    await shop.throwSwitch('slow', { ms: TIMEOUT_MS / 2, match: '/payment?' })
    const invoices = await shop.invoices(75)
    // Keeps the job from booking it first.
    await shop.paymentFault('stripe', 'error', 'GET /v1/payment_intents', 1_000)
    await shop.pay(invoices)
    const { id, reference } = await shop.waitForState(numberOf(invoices), 'captured')
    const { dependencies } = shop.desk.desk
    const attempt = await findAttempt(dependencies.database.db, String(id))
    if (!attempt) throw new Error('the attempt was not found')
    await Promise.all([book(dependencies, attempt), book(dependencies, attempt)])
    expect(await shop.bookingsOf(reference)).toHaveLength(1)
    expect(await bookingEvents(id, 'payment_booking_refused')).toHaveLength(0)
    expect((await shop.attemptOf(numberOf(invoices)))?.state).toBe('booked')
  })
})

describe('a payment in a restored database', () => {
  /** The attempt's state in the backup: paid an hour ago, or not known to be paid. */
  const RESTORED = {
    captured: sql`captured_at = now() - interval '1 hour'`,
    confirming: sql`captured_at = NULL, captured_cents = NULL, reference = NULL,
      sent_at = date_trunc('milliseconds', now() - interval '1 hour')`,
  }

  it.each(['captured', 'confirming'] as const)('as %s is not booked again', async (state) => {
    const invoices = await shop.invoices(75)
    const number = numberOf(invoices)
    await shop.pay(invoices)
    const { id, reference, qbo_payment_id } = await shop.waitForBooked(number)
    await shop.throwSwitch('forget-requests', {})
    await shop.query(sql`UPDATE payment_line SET is_live = true WHERE attempt_id = ${String(id)}`)
    await shop.changeAttempt(
      number,
      sql`state = ${state}, created_at = now() - interval '1 hour', booking_sent_at = NULL,
        qbo_payment_id = NULL, next_check_at = now(), ${RESTORED[state]}`,
    )
    await settle(shop.desk.desk.dependencies, String(id))
    const attempt = await shop.waitForState(number, 'booked')
    expect(attempt.qbo_payment_id).toBe(qbo_payment_id)
    expect(await shop.bookingsOf(reference)).toHaveLength(1)
  })
})

describe('money refunded before the server saw it', () => {
  /** Pays while the server gets no answers. */
  const payUnseen = async (method: 'stripe' | 'paypal') => {
    const invoices = await shop.invoices(80)
    await shop.post(`/${method}/switches`, { webhooks: 'off' })
    const { body } = method === 'paypal' ? await shop.order(invoices) : { body: { id: '' } }
    if (method === 'paypal') await shop.answerWindow(body.id, 'approve')
    await shop.paymentFault(method, 'timeout-after', method === 'stripe' ? '/confirm' : '/capture')
    await shop.paymentFault(method, 'error', 'GET /v', 1_000)
    const answer =
      method === 'stripe' ? await shop.pay(invoices) : await shop.capture(body.id, invoices)
    expect(answer.body.status).toBe('processing')
    return { number: numberOf(invoices), paymentId: answer.body.paymentId as string }
  }
  const see = async (paymentId: string, number: string) => {
    await shop.clearFaults()
    await shop.complete(paymentId)
    return shop.waitForState(number, 'needs_review')
  }

  it('on a card is left for staff to book', async () => {
    const { number, paymentId } = await payUnseen('stripe')
    const { provider_id } = (await shop.attemptOf(number)) ?? {}
    await shop.post(`/stripe/payments/${provider_id}/refund`, { amount: 3_000 })
    const attempt = await see(paymentId, number)
    expect(attempt.review).toBe(
      '$30.00 was refunded at the provider. Nothing was booked. Please enter the rest in QuickBooks.',
    )
    expect(await shop.bookingsOf(attempt.reference)).toHaveLength(0)
  })

  it('in a wallet is left for staff to book', async () => {
    const { number, paymentId } = await payUnseen('paypal')
    const { provider_id } = (await shop.attemptOf(number)) ?? {}
    const { captures } = (await shop.ledger()).paypal
    const capture = captures.find((one) => JSON.stringify(one).includes(String(provider_id)))
    await shop.post(`/paypal/captures/${capture?.id}/refund`, {})
    const attempt = await see(paymentId, number)
    expect(attempt.review).toMatch(/^\$80\.00 was refunded at the provider\. Nothing was booked/)
    expect(await shop.bookingsOf(attempt.reference)).toHaveLength(0)
  })

  it('while QuickBooks was down is left for staff to book', async () => {
    const invoices = await shop.invoices(80)
    const number = numberOf(invoices)
    await shop.post('/stripe/switches', { webhooks: 'off' })
    await shop.paymentFault('stripe', 'error', 'GET /v1/payment_intents', 1_000)
    expect((await shop.pay(invoices)).body.status).toBe('succeeded')
    const { reference } = await shop.waitForState(number, 'captured')
    await shop.post(`/stripe/payments/${reference}/refund`, { amount: 8_000 })
    await shop.clearFaults()
    await shop.changeAttempt(number, sql`claimed_until = NULL`)
    await settle(shop.desk.desk.dependencies, String((await shop.attemptOf(number))?.id))
    const attempt = await shop.waitForState(number, 'needs_review')
    expect(attempt.review).toContain('Nothing was booked')
    expect(await shop.bookingsOf(reference)).toHaveLength(0)
  })
})
