// Tests that a card payment has one charge and one booking, or neither, while Stripe or QuickBooks fails.

import { listPaymentHistory } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { ProviderError } from '@invoice-desk/server/providers/provider-error'
import { openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { SHORT_TIMEOUTS } from '@invoice-desk/testing/quickbooks/company'
import { HARBOR, NO_RATE } from '@invoice-desk/testing/quickbooks/connect'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPaceStore } from '../../src/features/accounting/connection/pace-store.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop(SHORT_TIMEOUTS)
})
afterAll(() => shop.desk.close())
beforeEach(async () => {
  await shop.clearFaults()
  await shop.throwSwitch('rate', NO_RATE)
})

describe('a card service that fails', () => {
  it.each([
    ['error', 'POST /v1/payment_intents'],
    ['timeout', 'POST /v1/payment_intents'],
    ['timeout-after', 'POST /v1/payment_intents'],
    ['throttle', 'POST /v1/payment_intents'],
    ['error', '/confirm'],
    ['timeout', '/confirm'],
    ['throttle', '/confirm'],
  ])('with %s at %s charges nothing and tells the payer', async (mode, match) => {
    const invoices = await shop.invoices(30)
    await shop.paymentFault('stripe', mode, match)
    const { status, body } = await shop.pay(invoices)
    expect([status, body.code]).toEqual([502, 'card_unavailable'])
    const attempt = await shop.waitForState(invoices[0]?.number ?? '', 'failed')
    expect(await shop.chargesOf(attempt.id)).toHaveLength(0)
    expect((await shop.pay(invoices)).body.status).toBe('succeeded')
  })

  it.each(['POST /v1/payment_intents', '/confirm'])(
    'with a cut connection at %s is retried under the same key',
    async (match) => {
      const invoices = await shop.invoices(30)
      await shop.paymentFault('stripe', 'cut', match)
      expect((await shop.pay(invoices)).body.status).toBe('succeeded')
      const attempt = await shop.waitForState(invoices[0]?.number ?? '', 'booked')
      expect(await shop.chargesOf(attempt.id)).toHaveLength(1)
    },
  )

  it('after the charge is asked again, so its result is known and booked once', async () => {
    const invoices = await shop.invoices(30)
    await shop.paymentFault('stripe', 'timeout-after', '/confirm')
    const { body } = await shop.pay(invoices)
    expect(body.status).toBe('succeeded')
    const attempt = await shop.waitForState(invoices[0]?.number ?? '', 'booked')
    expect(await shop.chargesOf(attempt.id)).toHaveLength(1)
    expect(await shop.bookingsOf(attempt.reference)).toHaveLength(1)
  })

  it('for longer keeps the invoice on hold until we know that nothing was charged', async () => {
    const invoices = await shop.invoices(30)
    await shop.paymentFault('stripe', 'timeout', '/confirm')
    await shop.paymentFault('stripe', 'error', '/v1/payment_intents/pi_', 1_000)
    const { status, body } = await shop.pay(invoices)
    expect([status, body.status]).toEqual([200, 'processing'])
    const other = await shop.pay(invoices)
    expect([other.status, other.body.code]).toEqual([409, 'payment_in_progress'])
    await shop.clearFaults()
    const done = await shop.complete(body.paymentId)
    expect([done.status, done.body.code]).toEqual([502, 'card_unavailable'])
    expect((await shop.pay(invoices)).body.status).toBe('succeeded')
  })
})

describe('QuickBooks', () => {
  it.each(['timeout-after', 'timeout', 'error', 'cut'] as const)(
    'that fails with %s while booking gets the payment once, later',
    async (mode) => {
      const invoices = await shop.invoices(55)
      await shop.waitForBookings()
      // As many times as one booking retries.
      await shop.fault(mode, '/payment?', 3)
      expect((await shop.pay(invoices)).body.status).toBe('succeeded')
      await expect
        .poll(() => shop.attemptOf(invoices[0]?.number ?? ''))
        .toMatchObject({ claimed_until: null, booking_sent_at: expect.anything() })
      const attempt = await shop.waitForJanitor(invoices[0]?.number ?? '', 'booked')
      expect(await shop.bookingsOf(attempt.reference)).toHaveLength(1)
      expect(await shop.balanceOf(invoices[0]?.qboId ?? '')).toBe(0)
    },
  )

  const liftPause = () => shop.query(sql`DELETE FROM qbo_pace`)

  it('that throttles for longer than a payer waits makes payments fail immediately, and they read for how long', async () => {
    const invoices = await shop.invoices(55)
    await shop.waitForBookings()
    await shop.throwSwitch('rate', { ...NO_RATE, retryAfterSeconds: 120 })
    // Often enough for jobs that read what earlier payments changed.
    await shop.fault('throttle', '/invoice/', 1_000)
    const first = await shop.pay(invoices)
    await shop.clearFaults()
    // The second would succeed if it were sent.
    for (const { status, body, headers } of [first, await shop.pay(invoices)]) {
      expect([status, body]).toEqual([
        503,
        {
          error:
            "We're very busy right now and can't check the balance of this invoice, so we haven't charged you. Please try again in 2 minutes.",
          code: 'balance_unavailable',
        },
      ])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(60)
    }
    await liftPause()
    expect((await shop.pay(invoices)).body.status).toBe('succeeded')
  })

  it('that throttles once lets payments try again within seconds, and everyone else in a minute', async () => {
    const invoices = await shop.invoices(55)
    await shop.waitForBookings()
    await shop.throwSwitch('rate', { ...NO_RATE, retryAfterSeconds: 0 })
    await shop.fault('throttle', '/invoice/', 1)
    expect((await shop.pay(invoices)).body.status).toBe('succeeded')
    const { take } = createPaceStore(shop.desk.desk.dependencies)
    expect(await take(HARBOR, 1)).toBeLessThan(5_000)
    expect(await take(HARBOR, 0.8)).toBeGreaterThan(30_000)
    await liftPause()
  })

  it('that throttles while a payment is booked gets it once, later', async () => {
    const invoices = await shop.invoices(55)
    const number = invoices[0]?.number ?? ''
    await shop.waitForBookings()
    await shop.throwSwitch('rate', { ...NO_RATE, retryAfterSeconds: 60 })
    await shop.fault('throttle', '/payment?')
    expect((await shop.pay(invoices)).body.status).toBe('succeeded')
    await expect
      .poll(() => shop.attemptOf(number))
      .toMatchObject({ state: 'booking', claimed_until: null, booking_sent_at: expect.anything() })
    await liftPause()
    const attempt = await shop.waitForJanitor(number, 'booked')
    expect(await shop.bookingsOf(attempt.reference)).toHaveLength(1)
  })

  it('serves payments from a budget that visitors cannot use up', async () => {
    const [invoice] = await shop.invoices(55)
    if (!invoice) throw new Error('no invoice was created')
    const visitors = shop.desk.desk.dependencies.quickbooks.for('visitors')
    const refuse = () =>
      Promise.reject(new ProviderError('quickbooks', 'rate_limited', 'too many visitors'))
    const { salesOf } = visitors
    const invoices = { listByIds: refuse, findByNumberAndDate: refuse }
    Object.assign(visitors, { salesOf: () => ({ invoices }) })
    try {
      const body = { invoiceId: invoice.id }
      const { status, body: refused } = await shop.desk.call(listPaymentHistory, { body })
      expect([status, refused.error]).toEqual([
        502,
        "Failed to fetch payment history. We're very busy right now. Please try again in a minute.",
      ])
      expect((await shop.pay([invoice])).body.status).toBe('succeeded')
      await shop.waitForBooked(invoice.number)
    } finally {
      Object.assign(visitors, { salesOf })
    }
  })

  it('that cannot be read leads to a refusal before anything is charged', async () => {
    const invoices = await shop.invoices(55)
    await shop.fault('error', '/invoice/', 1_000)
    const { status, body } = await shop.pay(invoices)
    expect([status, body]).toEqual([
      503,
      {
        error:
          "We can't check the balance of this invoice right now, so we haven't charged you. Please try again in a few minutes.",
        code: 'balance_unavailable',
      },
    ])
    await shop.clearFaults()
    expect((await shop.pay(invoices)).body.status).toBe('succeeded')
  })
})
