// Paying by card while the card service or QuickBooks fails: still one charge and one booking, or none of either.

import { openShop, type Shop } from '@invoice-desk/testing/shop'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.desk.close())
beforeEach(async () => {
  await fetch(`${shop.desk.sandbox.url}/faults`, { method: 'DELETE' })
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
  ])('with %s at %s charges nothing and says so', async (mode, match) => {
    const invoices = await shop.invoices(30)
    await shop.payingFault('stripe', mode, match)
    const { status, body } = await shop.pay(invoices)
    expect([status, body.code]).toEqual([502, 'card_unavailable'])
    const attempt = await shop.waitForState(invoices[0]?.number ?? '', 'failed')
    expect(await shop.chargesOf(attempt.id)).toHaveLength(0)
    expect((await shop.pay(invoices)).body.status).toBe('succeeded')
  })

  it.each(['POST /v1/payment_intents', '/confirm'])(
    'with a cut connection at %s is called again under the same key',
    async (match) => {
      const invoices = await shop.invoices(30)
      await shop.payingFault('stripe', 'cut', match)
      expect((await shop.pay(invoices)).body.status).toBe('succeeded')
      const attempt = await shop.waitForState(invoices[0]?.number ?? '', 'booked')
      expect(await shop.chargesOf(attempt.id)).toHaveLength(1)
    },
  )

  it('after it has charged is asked, and the charge is booked once', async () => {
    const invoices = await shop.invoices(30)
    await shop.payingFault('stripe', 'timeout-after', '/confirm')
    const { body } = await shop.pay(invoices)
    expect(body.status).toBe('succeeded')
    const attempt = await shop.waitForState(invoices[0]?.number ?? '', 'booked')
    expect(await shop.chargesOf(attempt.id)).toHaveLength(1)
    expect(await shop.bookingsOf(attempt.reference)).toHaveLength(1)
  })

  it('for longer keeps the invoice held until it is known that nothing was charged', async () => {
    const invoices = await shop.invoices(30)
    await shop.payingFault('stripe', 'timeout', '/confirm')
    await shop.payingFault('stripe', 'error', '/v1/payment_intents/pi_', 1_000)
    const { status, body } = await shop.pay(invoices)
    expect([status, body.status]).toEqual([200, 'processing'])
    const other = await shop.pay(invoices)
    expect([other.status, other.body.code]).toEqual([409, 'payment_in_progress'])
    await fetch(`${shop.desk.sandbox.url}/faults`, { method: 'DELETE' })
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
      // As often as it is asked in one go.
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

  it('that cannot be read refuses before anything is charged', async () => {
    const invoices = await shop.invoices(55)
    await shop.fault('error', '/query', 1_000)
    const { status, body } = await shop.pay(invoices)
    expect([status, body.code]).toEqual([502, 'invoice_search_failed'])
    await fetch(`${shop.desk.sandbox.url}/faults`, { method: 'DELETE' })
    expect((await shop.pay(invoices)).body.status).toBe('succeeded')
  })
})
