// Tests who holds an invoice: a waiting order gives way to the next payer, and staff can release the others.
import { resolvePaymentAttempt } from '@invoice-desk/contract/payments/admin'
import { CHALLENGED } from '@invoice-desk/testing/payments/requests'
import { type Found, openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { ADMIN } from '@invoice-desk/testing/people'
import { SHORT_TIMEOUTS } from '@invoice-desk/testing/quickbooks/company'
import { mailsTo } from '@invoice-desk/testing/sandbox/mailbox'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settle } from '../../src/features/payments/attempt/settle.ts'
import { SENT_BEFORE, sentBefore } from '../support/sent-before.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop(SHORT_TIMEOUTS)
})
afterAll(() => shop.desk.close())
beforeEach(async () => {
  await shop.clearFaults()
  for (const provider of ['paypal', 'stripe']) {
    await shop.post(`/${provider}/switches`, { webhooks: 'off' })
  }
})

const capturesOf = async (orderId: string) =>
  (await shop.ledger()).paypal.captures.filter((each) => JSON.stringify(each).includes(orderId))
const release = (id: unknown, more: object = {}) =>
  shop.desk.call(resolvePaymentAttempt, {
    body: { id: String(id), note: 'The customer called.', ...more },
    token: shop.token,
  })
const statesOf = async ({ number }: Found) => (await shop.attemptOf(number))?.state

/** Two calls for the money never reach PayPal. */
const loseCapture = async () => {
  const invoice = await shop.invoice(100)
  const { body } = await shop.order([invoice])
  await shop.answerWindow(body.id, 'approve')
  await shop.paymentFault('paypal', 'error', '/capture', 2)
  expect((await shop.capture(body.id, [invoice])).body.status).toBe('processing')
  return { invoice, order: String(body.id) }
}

describe('an order that no one has approved', () => {
  it.each([
    ['by card', (lines: readonly Found[]) => shop.pay(lines)],
    ['with PayPal', (lines: readonly Found[]) => shop.order(lines)],
  ])('gives way to someone who pays %s', async (_how, pay) => {
    const [first, second] = await shop.invoices(100, 50)
    if (!first || !second) throw new Error('no invoices')
    const abandoned = [await shop.order([first]), await shop.order([second])]
    expect((await pay([first, second])).status).toBe(200)
    for (const { body } of abandoned) {
      await shop.answerWindow(body.id, 'approve')
      expect((await shop.complete(body.paymentId)).body.error).toBe(
        "This payment was canceled because someone else started to pay the same invoice. You weren't charged. Search again to see what is still open.",
      )
      expect(await capturesOf(body.id)).toEqual([])
    }
  })

  it('is not captured if its payer approves it while it gives way', async () => {
    const invoice = await shop.invoice(100)
    const { body: abandoned } = await shop.order([invoice])
    expect((await shop.order([invoice])).status).toBe(200)
    await shop.answerWindow(abandoned.id, 'approve')
    const late = await shop.capture(abandoned.id, [invoice])
    expect([late.status, late.body.code]).toEqual([409, 'payment_cancelled'])
    expect(await capturesOf(abandoned.id)).toEqual([])
  })

  it('keeps its invoices if PayPal doesn’t say that no one has approved it', async () => {
    const invoice = await shop.invoice(100)
    const { body } = await shop.order([invoice])
    await shop.paymentFault('paypal', 'error', `GET /v2/checkout/orders/${body.id}`)
    expect((await shop.pay([invoice])).body.code).toBe('payment_in_progress')
    expect(await statesOf(invoice)).toBe('reserved')
  })
})

describe('a payment that may still take money', () => {
  it('keeps its invoices once the payer has approved it', async () => {
    const invoice = await shop.invoice(100)
    const { body } = await shop.order([invoice])
    await shop.answerWindow(body.id, 'approve')
    expect((await shop.pay([invoice])).body.code).toBe('payment_in_progress')
    expect((await shop.capture(body.id, [invoice])).body.status).toBe('succeeded')
  })

  it('keeps its invoices while the bank asks the payer, and is still checked on time', async () => {
    const invoice = await shop.invoice(100)
    await shop.pay([invoice], { paymentMethodId: CHALLENGED })
    await shop.changeAttempt(invoice.number, sql`next_check_at = now() - interval '1 second'`)
    const before = await shop.attemptOf(invoice.number)
    expect((await shop.order([invoice])).body.code).toBe('payment_in_progress')
    const { checks, next_check_at } = (await shop.attemptOf(invoice.number)) ?? {}
    expect([checks, next_check_at]).toEqual([before?.checks, before?.next_check_at])
  })
})

describe('staff', () => {
  it('release a waiting order at once, and its payer reads why', async () => {
    const invoice = await shop.invoice(100)
    const { body } = await shop.order([invoice])
    const attempt = await shop.attemptOf(invoice.number)
    const released = await release(attempt?.id)
    expect([released.status, released.body.state]).toEqual([200, 'cancelled'])
    expect(released.body.events[0]).toMatchObject({
      action: 'payment_resolved',
      detail: 'The customer called.',
    })
    await shop.answerWindow(body.id, 'approve')
    const late = await shop.capture(body.id, [invoice])
    expect(late.body.error).toBe(
      "We canceled this payment before it was finished. You weren't charged.",
    )
    expect(await capturesOf(body.id)).toEqual([])
    expect((await release(attempt?.id)).body.code).toBe('attempt_nothing_to_resolve')
  })

  it('release a payment of unknown outcome only after they looked it up', async () => {
    const invoice = await shop.invoice(100)
    const { body } = await shop.order([invoice])
    await shop.answerWindow(body.id, 'approve')
    await shop.paymentFault('paypal', 'error', '/v2/checkout/orders', 1_000)
    await shop.capture(body.id, [invoice])
    const { id } = await shop.waitForState(invoice.number, 'unknown')
    const early = await release(id, { lookedUp: true })
    expect([early.status, early.body.code]).toEqual([409, 'attempt_busy'])
    expect(early.body.error).toMatch(/^We've just asked PayPal .* try again in [45] minutes\.$/)
    await shop.changeAttempt(invoice.number, SENT_BEFORE)
    expect((await release(id)).body.code).toBe('attempt_unanswered')
    expect(await statesOf(invoice)).toBe('unknown')
    expect((await release(id, { lookedUp: true })).body.state).toBe('failed')
    await shop.clearFaults()
    expect((await shop.pay([invoice])).body.status).toBe('succeeded')
  })

  it('never cause a capture by releasing a payment', async () => {
    const { invoice, order } = await loseCapture()
    const { id } = await shop.waitForState(invoice.number, 'unknown')
    await shop.changeAttempt(invoice.number, SENT_BEFORE)
    expect((await release(id)).body.code).toBe('attempt_unanswered')
    expect((await release(id, { lookedUp: true })).body.state).toBe('failed')
    expect(await capturesOf(order)).toEqual([])
  })

  it('release a payment while the bank asks the payer, who can no longer pay it', async () => {
    const invoice = await shop.invoice(100)
    const { body } = await shop.pay([invoice], { paymentMethodId: CHALLENGED })
    const { id } = await shop.waitForState(invoice.number, 'requires_action')
    await shop.paymentFault('stripe', 'error', '/cancel', 1_000)
    expect((await release(id, { lookedUp: true })).body.code).toBe('attempt_unanswered')
    await shop.clearFaults()
    const released = await release(id)
    expect([released.body.state, released.body.events[0].action]).toEqual([
      'cancelled',
      'payment_resolved',
    ])
    await shop.answerBank(body.clientSecret, 'complete')
    expect((await shop.complete(body.paymentId)).body.code).toBe('payment_cancelled')
    expect(await shop.chargesOf(id)).toEqual([])
  })

  it('release a payment whose process died while it was being charged', async () => {
    const { invoice, order } = await loseCapture()
    const { id } = await shop.waitForState(invoice.number, 'unknown')
    await shop.changeAttempt(invoice.number, sql`state = 'confirming'`)
    await shop.changeAttempt(invoice.number, SENT_BEFORE)
    expect((await release(id, { lookedUp: true })).body.state).toBe('failed')
    expect(await capturesOf(order)).toEqual([])
  })

  it('see that the money arrived instead of releasing the invoices', async () => {
    const invoice = await shop.invoice(100)
    const { body } = await shop.order([invoice])
    await shop.answerWindow(body.id, 'approve')
    await shop.paymentFault('paypal', 'timeout-after', '/capture')
    await shop.paymentFault('paypal', 'error', 'GET /v2/checkout/orders', 1_000)
    await shop.capture(body.id, [invoice])
    const { id } = await shop.waitForState(invoice.number, 'unknown')
    await shop.clearFaults()
    expect((await release(id, { lookedUp: true })).body.receiptUrl).toBeTruthy()
    const { reference } = await shop.waitForState(invoice.number, 'booked')
    expect(await shop.bookingsOf(reference)).toHaveLength(1)
  })
})

describe('a capture that PayPal refuses for good', () => {
  it.each([
    ['DOMESTIC_TRANSACTION_REQUIRED', 422],
    ['AUTH_CAPTURE_NOT_ENABLED', 422],
    ['PERMISSION_DENIED', 403],
    ['INVALID_PARAMETER_VALUE', 400],
    ['INVALID_ACCOUNT_STATUS', 401],
  ])('ends the payment at once: %s', async (issue) => {
    const invoice = await shop.invoice(100)
    const { body } = await shop.order([invoice])
    await shop.answerWindow(body.id, issue)
    const refused = await shop.capture(body.id, [invoice])
    expect([refused.status, refused.body.code]).toEqual([402, 'payment_declined'])
    expect(refused.body.error).toContain("You weren't charged.")
    // The payer isn't at fault, so staff hear of the refusal.
    const { state, review } = (await shop.attemptOf(invoice.number)) ?? {}
    expect([state, review]).toEqual([
      'failed',
      expect.stringContaining(`PayPal refused this payment (${issue})`),
    ])
    expect((await shop.pay([invoice])).body.status).toBe('succeeded')
  })

  it('does not end it while PayPal says that a capture is in progress', async () => {
    const invoice = await shop.invoice(100)
    const { body } = await shop.order([invoice])
    await shop.answerWindow(body.id, 'ORDER_COMPLETION_IN_PROGRESS')
    expect((await shop.capture(body.id, [invoice])).body.status).toBe('processing')
    expect(await statesOf(invoice)).toBe('unknown')
  })
})

describe('a payment of unknown outcome', () => {
  it('is not captured again once its invoice has changed', async () => {
    const { invoice, order } = await loseCapture()
    const { id } = await shop.waitForState(invoice.number, 'unknown')
    const [record] = ((await shop.ledger()).quickbooks.invoices ?? []).filter(
      ({ Id }) => Id === invoice.qboId,
    )
    const { Id, SyncToken } = record ?? {}
    await shop.write('invoice?operation=void', { Id, SyncToken })
    await settle(shop.desk.desk.dependencies, String(id))
    expect([await statesOf(invoice), await capturesOf(order)]).toEqual(['unknown', []])
    // PayPal has forgotten the key by then.
    await shop.changeAttempt(invoice.number, sentBefore('7 hours'))
    expect((await shop.capture(order, [invoice])).body.code).toBe('payment_expired')
    expect([await statesOf(invoice), await capturesOf(order)]).toEqual(['expired', []])
  })

  it('is captured again if the balance fits', async () => {
    const { invoice, order } = await loseCapture()
    const { id } = await shop.waitForState(invoice.number, 'unknown')
    await settle(shop.desk.desk.dependencies, String(id))
    await shop.waitForState(invoice.number, 'booked')
    expect(await capturesOf(order)).not.toEqual([])
  })

  it('is tried again if the balance could not be read after an earlier refusal', async () => {
    const invoice = await shop.invoice(100)
    const { body } = await shop.order([invoice])
    await shop.answerWindow(body.id, 'INSTRUMENT_DECLINED')
    expect((await shop.capture(body.id, [invoice])).body.code).toBe('instrument_declined')
    await shop.answerWindow(body.id, 'approve')
    await shop.fault('error', '/invoice/', 1_000)
    expect((await shop.capture(body.id, [invoice])).body.status).toBe('processing')
    await shop.clearFaults()
    expect((await shop.complete(body.paymentId)).body.status).toBe('succeeded')
  })

  it('is named to staff once its invoices are on hold for half an hour', async () => {
    const invoice = await shop.invoice(100)
    const { body } = await shop.order([invoice])
    await shop.answerWindow(body.id, 'approve')
    await shop.paymentFault('paypal', 'error', '/v2/checkout/orders', 1_000)
    await shop.capture(body.id, [invoice])
    await shop.waitForState(invoice.number, 'unknown')
    await shop.changeAttempt(invoice.number, sql`checks = 8, next_check_at = now()`)
    const due = async () => {
      await settle(shop.desk.desk.dependencies, String((await shop.attemptOf(invoice.number))?.id))
      const { review, next_check_at, created_at } = (await shop.attemptOf(invoice.number)) ?? {}
      const minutes = (Date.parse(`${next_check_at}`) - Date.parse(`${created_at}`)) / 60_000
      return { review, minutes }
    }
    const early = await due()
    expect(early.review).toBe('')
    expect(early.minutes).toBeLessThan(31)
    await shop.changeAttempt(
      invoice.number,
      sql`created_at = now() - interval '30 minutes', next_check_at = now()`,
    )
    const { review } = await due()
    expect(review).toMatch(/^We don't know yet whether PayPal took \$100\.00: the last error from /)
    expect(review).toContain(`Look up ${body.id} at PayPal. If nothing was charged, release`)
    await waitFor(async () => {
      const texts = (await mailsTo(shop.desk, ADMIN)).map(({ text }) => text)
      if (!texts.some((text) => text.includes(`Look up ${body.id} at PayPal`))) {
        throw new Error('no email says what to look up')
      }
    })
    await shop.clearFaults()
    const paid = await shop.waitForJanitor(invoice.number, 'booked')
    expect(paid.review).toBe('')
  })
})
