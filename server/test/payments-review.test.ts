// Tests how staff resolve payments that need review.
import { CHALLENGED } from '@invoice-desk/testing/payments/requests'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { numberOf, usePaymentsAdmin } from './support/payments-admin.ts'

const admin = usePaymentsAdmin()
const { look, payWrongly, resolve } = admin

const setWebhooks = async (webhooks: 'on' | 'off') => {
  for (const provider of ['stripe', 'paypal'])
    await admin.shop.post(`/${provider}/switches`, { webhooks })
}
/** A late webhook would settle the payment before staff do. */
const stopWebhooks = () => setWebhooks('off')
afterEach(() => setWebhooks('on'))

describe('resolving a review', () => {
  it('stores a note about a refund, once', async () => {
    const invoices = await admin.shop.invoices(60)
    await admin.shop.pay(invoices)
    const attempt = await admin.shop.waitForState(numberOf(invoices), 'booked')
    expect((await resolve(attempt.id)).body.code).toBe('attempt_nothing_to_resolve')
    await admin.shop.post(`/stripe/payments/${attempt.reference}/refund`, { amount: 1_500 })
    await expect
      .poll(async () => (await look(attempt.id)).body.review)
      .toContain('$15.00 was refunded')
    const { body } = await resolve(attempt.id, 'Entered a credit memo.')
    expect(body).toMatchObject({ state: 'booked', review: '', refundedAmount: 15 })
    expect(body.events[0]).toMatchObject({
      actor: 'sam.staff@harborfinch.example',
      action: 'payment_resolved',
      detail: expect.stringMatching(
        /^Entered a credit memo\. · Reason for review: \$15\.00 was refunded/,
      ),
    })
    expect((await resolve(attempt.id)).body.code).toBe('attempt_nothing_to_resolve')
  })

  it('settles a payment of the wrong amount by hand and releases its invoice', async () => {
    const { id, invoices } = await payWrongly(70)
    expect((await admin.shop.pay(invoices)).body.code).toBe('payment_in_progress')
    const { body } = await resolve(id)
    expect(body).toMatchObject({ state: 'booked', settledByHand: true, review: '' })
    expect((await admin.shop.pay(invoices)).body.status).toBe('succeeded')
  })

  it('ends a fully refunded payment as cancelled', async () => {
    const { id } = await payWrongly(70)
    const { providerId } = (await look(id)).body
    await admin.shop.post(`/stripe/payments/${providerId}/refund`, {})
    await expect.poll(async () => (await look(id)).body.refundedAmount).toBe(70)
    expect((await resolve(id)).body).toMatchObject({ state: 'cancelled', review: '' })
  })

  it('asks the provider once more before it ends an unpaid payment', async () => {
    await stopWebhooks()
    const invoices = await admin.shop.invoices(35)
    const challenged = await admin.shop.pay(invoices, { paymentMethodId: CHALLENGED })
    const { id } = (await admin.shop.attemptOf(numberOf(invoices))) ?? {}
    await admin.shop.query(
      sql`UPDATE payment_attempt SET state = 'needs_review', review = 'Unknown outcome.', next_check_at = NULL, created_at = now() - interval '8 days' WHERE id = ${id as string}`,
    )
    const { body } = await resolve(id, 'The payer gave up.')
    expect(body).toMatchObject({ state: 'expired', review: '' })
    await admin.shop.answerBank(challenged.body.clientSecret, 'complete')
    const { stripe } = await admin.shop.ledger()
    const intent = stripe.paymentIntents.find((each) => each.id === body.providerId)
    expect(intent?.status).toBe('canceled')
    expect((await admin.shop.pay(invoices)).body.status).toBe('succeeded')
  })

  it('requires a manual lookup if the provider does not answer', async () => {
    await stopWebhooks()
    const invoices = await admin.shop.invoices(35)
    await admin.shop.pay(invoices, { paymentMethodId: CHALLENGED })
    const { id } = (await admin.shop.attemptOf(numberOf(invoices))) ?? {}
    await admin.shop.query(
      sql`UPDATE payment_attempt SET state = 'needs_review', review = 'Unknown outcome.', next_check_at = NULL WHERE id = ${id as string}`,
    )
    await admin.shop.paymentFault('stripe', 'error', '/v1/payment_intents', 1_000)
    const unanswered = await resolve(id, 'Nothing there.')
    expect([unanswered.status, unanswered.body.code]).toEqual([409, 'attempt_unanswered'])
    expect((await admin.shop.attemptOf(numberOf(invoices)))?.state).toBe('needs_review')
    const { body } = await resolve(id, 'Nothing there.', true)
    expect(body).toMatchObject({ state: 'failed', review: '' })
    await admin.shop.clearFaults()
  })

  it('requires a manual lookup while PayPal has not decided', async () => {
    await stopWebhooks()
    const invoices = await admin.shop.invoices(35)
    const order = await admin.shop.order(invoices)
    await admin.shop.answerWindow(order.body.id, 'pending')
    expect((await admin.shop.capture(order.body.id, invoices)).body.status).toBe('processing')
    await admin.shop.changeAttempt(
      numberOf(invoices),
      sql`state = 'needs_review', review = 'Unknown outcome.'`,
    )
    const { id } = (await admin.shop.attemptOf(numberOf(invoices))) ?? {}
    const unclear = await resolve(id, 'Nothing there.')
    expect([unclear.status, unclear.body.code]).toEqual([409, 'attempt_unanswered'])
    expect((await resolve(id, 'Nothing there.', true)).body.state).toBe('failed')
  })

  it('requires a note', async () => {
    const { id } = await payWrongly(20)
    const { status, body } = await resolve(id, '  ')
    expect([status, body.field]).toEqual([400, 'note'])
  })
})
