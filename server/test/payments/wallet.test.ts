// Tests that wallet payments are captured and booked once after the payer approves them at PayPal.
import { cancelPayment, createWalletOrder } from '@invoice-desk/contract/payments/payments'
import { orderBody } from '@invoice-desk/testing/payments/requests'
import { type Found, openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { ADMIN } from '@invoice-desk/testing/people'
import { SHORT_TIMEOUTS } from '@invoice-desk/testing/quickbooks/company'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { change } from '../support/settings.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop(SHORT_TIMEOUTS)
})
afterAll(() => shop.desk.close())
beforeEach(async () => {
  await shop.clearFaults()
  await shop.post('/paypal/switches', { webhooks: 'on' })
})

const approved = async (amount: number, choice = 'approve') => {
  const invoices = await shop.invoices(amount)
  const { body } = await shop.order(invoices)
  await shop.answerWindow(body.id, choice)
  return { invoices, number: invoices[0]?.number ?? '', orderId: body.id as string, ...body }
}
const capturesOf = async (orderId: string) => {
  const { captures } = (await shop.ledger()).paypal
  return captures.filter((capture) => JSON.stringify(capture).includes(orderId))
}
const cancel = (paymentId: string) => shop.desk.call(cancelPayment, { body: { paymentId } })

describe('an approved order', () => {
  it('is captured once and booked as one payment for its invoices', async () => {
    const invoices = await shop.invoices(70, 30.1)
    const { status, body } = await shop.order(invoices)
    expect([status, body]).toEqual([200, { id: expect.any(String), paymentId: expect.any(String) }])
    const order = (await shop.ledger()).paypal.orders.find(({ id }) => id === body.id)
    expect(order).toMatchObject({
      intent: 'CAPTURE',
      purchase_units: [{ amount: { currency_code: 'USD', value: '100.10' } }],
    })
    await shop.answerWindow(body.id, 'approve')
    const paid = await shop.capture(body.id, invoices)
    expect([paid.status, paid.body.status, paid.body.amount]).toEqual([200, 'succeeded', 100.1])
    expect(paid.body.receipt.paidWith).toBe('PayPal account pat@payer.example')
    const attempt = await shop.waitForState(invoices[0]?.number ?? '', 'booked')
    expect(await shop.bookingsOf(attempt.reference)).toMatchObject([
      { TotalAmt: 100.1, PrivateNote: `PayPal payment (ID: ${attempt.reference})` },
    ])
    for (const { qboId } of invoices) expect(await shop.balanceOf(qboId)).toBe(0)
    const again = await shop.capture(body.id, invoices)
    expect([again.status, again.body.status]).toEqual([200, 'succeeded'])
    expect(await capturesOf(body.id)).toHaveLength(1)
  })

  it('is captured by the webhook if the browser never returns', async () => {
    const { number } = await approved(20)
    await shop.waitForState(number, 'booked')
  })

  it.each(['timeout-after', 'timeout', 'cut', 'error'])(
    'is captured once when the capture fails with %s',
    async (mode) => {
      await shop.post('/paypal/switches', { webhooks: 'off' })
      const { orderId, invoices, number, paymentId } = await approved(45)
      await shop.paymentFault('paypal', mode, '/capture')
      const first = await shop.capture(orderId, invoices)
      expect(first.status).toBe(200)
      const attempt = await shop.waitForJanitor(number, 'booked')
      expect(await capturesOf(orderId)).toHaveLength(1)
      expect(await shop.bookingsOf(attempt.reference)).toHaveLength(1)
      expect((await shop.complete(paymentId)).body.status).toBe('succeeded')
    },
  )

  it('that stays pending is booked when PayPal completes it', async () => {
    await shop.post('/paypal/switches', { webhooks: 'off' })
    const { orderId, invoices, number } = await approved(45, 'pending')
    await shop.post('/paypal/switches', { webhooks: 'on' })
    const { body } = await shop.capture(orderId, invoices)
    expect(body.status).toBe('processing')
    const [capture] = await capturesOf(orderId)
    await shop.post(`/paypal/captures/${capture?.id}/settle`, { status: 'COMPLETED' })
    await shop.waitForState(number, 'booked')
  })

  it('with a capture that is declined later ends without a booking', async () => {
    await shop.post('/paypal/switches', { webhooks: 'off' })
    const { orderId, invoices, number } = await approved(45, 'capture-declined')
    const { status, body } = await shop.capture(orderId, invoices)
    expect([status, body.code]).toEqual([402, 'payment_declined'])
    expect(body.error).toMatch(/^PayPal declined this payment\. You weren't charged\./)
    expect((await shop.attemptOf(number))?.state).toBe('failed')
    expect((await shop.order(invoices)).status).toBe(200)
  })
})

describe('a declined funding source', () => {
  it('lets the payer choose another one for the same order', async () => {
    await shop.post('/paypal/switches', { webhooks: 'off' })
    const { orderId, invoices, number } = await approved(15, 'decline')
    const declined = await shop.capture(orderId, invoices)
    expect([declined.status, declined.body]).toEqual([
      422,
      {
        error:
          "PayPal couldn't use the payment method you chose. You weren't charged. Choose another one in PayPal.",
        code: 'instrument_declined',
      },
    ])
    await shop.answerWindow(orderId, 'approve')
    expect((await shop.capture(orderId, invoices)).body.status).toBe('succeeded')
    await shop.waitForState(number, 'booked')
  })
})

describe('a payer who cancels', () => {
  it('releases the invoice, and the order can no longer be paid', async () => {
    const invoices = await shop.invoices(15)
    const { body } = await shop.order(invoices)
    expect((await cancel(body.paymentId)).body).toEqual({ status: 'cancelled' })
    await shop.answerWindow(body.id, 'approve')
    const late = await shop.capture(body.id, invoices)
    expect([late.status, late.body.code]).toEqual([409, 'payment_cancelled'])
    expect(await capturesOf(body.id)).toHaveLength(0)
    expect((await shop.order(invoices)).status).toBe(200)
  })

  it('includes one who does not respond for half an hour', async () => {
    const invoices = await shop.invoices(15)
    const { body } = await shop.order(invoices)
    await shop.query(
      sql`UPDATE payment_attempt SET created_at = created_at - interval '31 minutes' WHERE provider_id = ${body.id}`,
    )
    await shop.waitForJanitor(invoices[0]?.number ?? '', 'expired')
    expect((await shop.order(invoices)).status).toBe(200)
  })
})

describe('an order', () => {
  it('is the same one for the same key', async () => {
    const invoices = await shop.invoices(15)
    const key = `key-${crypto.randomUUID()}`
    const [first, second] = [
      await shop.order(invoices, {}, key),
      await shop.order(invoices, {}, key),
    ]
    expect(second.body.id).toBe(first.body.id)
  })

  it('cannot be captured before approval, for other amounts, or if it is not ours', async () => {
    const invoices = await shop.invoices(15)
    const { body } = await shop.order(invoices)
    const early = await shop.capture(body.id, invoices)
    expect([early.status, early.body.code]).toEqual([409, 'wallet_not_approved'])
    const [invoice] = invoices as [Found]
    const other = await shop.capture(body.id, [{ ...invoice, amount: 14 }])
    expect([other.status, other.body.code]).toEqual([409, 'payment_key_reused'])
    const unknown = await shop.capture('5O190127TN364715T', invoices)
    expect([unknown.status, unknown.body.code]).toEqual([404, 'payment_unknown'])
  })

  it.each(['error', 'timeout', 'cut', 'throttle', 'expire-token'])(
    'that PayPal does not create (%s) releases the invoice',
    async (mode) => {
      const invoices = await shop.invoices(15)
      await shop.paymentFault('paypal', mode, 'POST /v2/checkout/orders', 2)
      const { status, body } = await shop.order(invoices)
      expect([status, body]).toEqual([
        502,
        { error: 'Failed to create PayPal order', code: 'wallet_order_failed' },
      ])
      await shop.clearFaults()
      expect((await shop.order(invoices)).status).toBe(200)
    },
  )
})

describe('a business without PayPal', () => {
  it('says that PayPal is unavailable, and an administrator cannot turn it on', async () => {
    const bare = await openShop({
      PAYPAL_CLIENT_ID: '',
      PAYPAL_CLIENT_SECRET: '',
      PAYPAL_WEBHOOK_ID: '',
    })
    const invoices = await bare.invoices(15)
    const { status, body } = await bare.desk.call(createWalletOrder, { body: orderBody(invoices) })
    expect([status, body.error]).toEqual([
      503,
      'PayPal payment is currently unavailable. Please try another payment method.',
    ])
    const { idToken: admin } = await bare.desk.signIn(ADMIN)
    const on = await change({ desk: bare.desk, admin }, { paymentMethods: ['stripe', 'paypal'] })
    expect([on.status, on.body.field, on.body.error]).toEqual([
      400,
      'settings.paymentMethods',
      'Set up the keys of PayPal before you turn it on.',
    ])
    await bare.desk.close()
  })
})
