// Tests how staff check a payment now, and resolve one that needs review.
import { CHALLENGED } from '@invoice-desk/testing/payments/requests'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { numberOf, usePaymentsAdmin } from '../support/payments-admin.ts'
import { SENT_BEFORE } from '../support/sent-before.ts'

const admin = usePaymentsAdmin()
const { check, look, payWrongly, resolve } = admin

const setWebhooks = async (webhooks: 'on' | 'off') => {
  for (const provider of ['stripe', 'paypal'])
    await admin.shop.post(`/${provider}/switches`, { webhooks })
}
/** A late webhook would settle the payment before staff do. */
const stopWebhooks = () => setWebhooks('off')
afterEach(() => setWebhooks('on'))

describe('checking a payment now', () => {
  it('asks the provider and records who did it', async () => {
    const invoices = await admin.shop.invoices(30)
    await admin.shop.paymentFault('stripe', 'timeout', '/confirm')
    await admin.shop.paymentFault('stripe', 'error', '/v1/payment_intents/pi_', 1_000)
    await admin.shop.pay(invoices)
    const { id } = await admin.shop.waitForState(numberOf(invoices), 'unknown')
    await admin.shop.clearFaults()
    const { status, body } = await check(id)
    expect([status, body.state]).toEqual([200, 'failed'])
    expect(body.events[0]).toMatchObject({
      actor: 'sam.staff@harborfinch.example',
      action: 'payment_checked',
    })
  })

  it('names the service that did not answer, only for that check', async () => {
    const invoices = await admin.shop.invoices(30)
    await admin.shop.pay(invoices)
    const { id } = await admin.shop.waitForState(numberOf(invoices), 'booked')
    await admin.shop.paymentFault('stripe', 'error', '/v1/payment_intents/pi_', 1_000)
    expect((await check(id)).body).toMatchObject({ state: 'booked', unanswered: 'Stripe' })
    await admin.shop.clearFaults()
    const { body } = await check(id)
    expect([body.state, body.unanswered]).toEqual(['booked', undefined])
  })

  it('is refused while another worker has the payment', async () => {
    const invoices = await admin.shop.invoices(30)
    await admin.shop.pay(invoices, { paymentMethodId: CHALLENGED })
    const { id } = (await admin.shop.attemptOf(numberOf(invoices))) ?? {}
    await admin.shop.changeAttempt(
      numberOf(invoices),
      sql`claimed_until = now() + interval '1 minute'`,
    )
    const { status, body } = await check(id)
    expect([status, body.code]).toEqual([409, 'attempt_busy'])
  })

  it('finds what isn’t booked half an hour after it began, and clears the review once it is', async () => {
    const invoices = await admin.shop.invoices(30)
    await admin.shop.fault('error', '/payment?', 200)
    await admin.shop.pay(invoices)
    const { id } = await admin.shop.waitForState(numberOf(invoices), 'booking')
    await admin.shop.query(
      sql`UPDATE payment_attempt SET checks = 10, next_check_at = now(),
        created_at = created_at - interval '31 minutes' WHERE id = ${id as string}`,
    )
    await expect
      .poll(async () => (await check(id)).body.review)
      .toContain('Paid but not booked yet')
    await admin.shop.clearFaults()
    expect((await check(id)).body).toMatchObject({ state: 'booked', review: '' })
  })

  describe('after QuickBooks refused the booking', () => {
    /** QuickBooks refuses the booking because the customer is inactive; `fix` activates the customer. */
    const payRefused = async () => {
      const invoices = await admin.shop.invoices(45)
      const challenged = await admin.shop.pay(invoices, { paymentMethodId: CHALLENGED })
      const { id, customer_id } = (await admin.shop.attemptOf(numberOf(invoices))) ?? {}
      const setActive = async (Active: boolean) => {
        const customer = (await admin.shop.state()).customers?.find(({ Id }) => Id === customer_id)
        const { SyncToken } = customer as unknown as { SyncToken: string }
        await admin.shop.write('customer', { Id: customer_id, SyncToken, sparse: true, Active })
      }
      await setActive(false)
      await admin.shop.answerBank(challenged.body.clientSecret, 'complete')
      const { reference } = await admin.shop.waitForJanitor(numberOf(invoices), 'needs_review')
      expect((await look(id)).body.review).toContain('QuickBooks refused the booking')
      return { invoices, id, reference, fix: () => setActive(true) }
    }

    it('books it once the cause is fixed', async () => {
      const { invoices, id, reference, fix } = await payRefused()
      await fix()
      expect((await check(id)).body).toMatchObject({ state: 'booked', review: '' })
      expect(await admin.shop.bookingsOf(reference)).toHaveLength(1)
      expect(await admin.shop.balanceOf(invoices[0]?.qboId ?? '')).toBe(0)
    })

    it('leaves a payment that was refunded since to staff', async () => {
      const { id, reference, fix } = await payRefused()
      await stopWebhooks()
      await admin.shop.post(`/stripe/payments/${reference}/refund`, {})
      await fix()
      const { body } = await check(id)
      expect(body.state).toBe('needs_review')
      expect(body.review).toContain('$45.00 was refunded at the provider. Nothing was booked')
      expect(await admin.shop.bookingsOf(reference)).toHaveLength(0)
    })
  })
})

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
      sql`UPDATE payment_attempt SET state = 'needs_review', review_reasons = '[{"reason": "no_outcome", "failure": {"kind": "undecided"}}]', next_check_at = NULL, created_at = now() - interval '8 days' WHERE id = ${id as string}`,
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
      sql`UPDATE payment_attempt SET state = 'needs_review', review_reasons = '[{"reason": "no_outcome", "failure": {"kind": "undecided"}}]', next_check_at = NULL, ${SENT_BEFORE} WHERE id = ${id as string}`,
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
      sql`state = 'needs_review', review_reasons = '[{"reason": "no_outcome", "failure": {"kind": "undecided"}}]', ${SENT_BEFORE}`,
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
