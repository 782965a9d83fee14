// What staff see of payments, and what they can do about one that needs a look.
import { randomUUID } from 'node:crypto'
import {
  checkPaymentAttempt,
  getPaymentAttempt,
  listPaymentAttempts,
  resolvePaymentAttempt,
} from '@invoice-desk/contract/payments-admin'
import { TERMS_VERSION } from '@invoice-desk/contract/terms'
import { CHALLENGED } from '@invoice-desk/testing/payments/requests'
import { type Found, openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let shop: Shop
let token: string
beforeAll(async () => {
  shop = await openShop()
  token = shop.token
})
afterAll(() => shop.desk.close())
beforeEach(async () => {
  await fetch(`${shop.desk.sandbox.url}/faults`, { method: 'DELETE' })
})

const list = async (query: Record<string, unknown> = {}) =>
  (await shop.desk.call(listPaymentAttempts, { token, query })).body
const look = (id: unknown) => shop.desk.call(getPaymentAttempt, { token, query: { id } })
const check = (id: unknown) => shop.desk.call(checkPaymentAttempt, { token, body: { id } })
const resolve = (id: unknown, note = 'Refunded by phone.', lookedUp?: boolean) =>
  shop.desk.call(resolvePaymentAttempt, { token, body: { id, note, lookedUp } })
const numberOf = ([first]: readonly Found[]): string => first?.number ?? ''

/** Paid, but another sum than was asked for. */
const payWrongly = async (amount: number) => {
  const invoices = await shop.invoices(amount)
  const asked = await shop.pay(invoices, { paymentMethodId: CHALLENGED })
  const { id } = (await shop.attemptOf(numberOf(invoices))) ?? {}
  await shop.changeAttempt(numberOf(invoices), sql`total_cents = total_cents + 100`)
  await shop.answerBank(asked.body.clientSecret, 'complete')
  await shop.waitForState(numberOf(invoices), 'needs_review')
  return { invoices, id }
}

describe('the list', () => {
  it('shows the newest first and finds a payment by whatever is known of it', async () => {
    const older = await shop.invoices(10, 20)
    await shop.pay(older, { companyName: 'Needle & Co', email: 'hay@stack.example' })
    const booked = await shop.waitForState(numberOf(older), 'booked')
    await shop.pay(await shop.invoices(30))
    const { attempts, total } = await list()
    expect(total).toBeGreaterThanOrEqual(2)
    expect(attempts[1]).toMatchObject({
      id: booked.id,
      method: 'stripe',
      state: 'booked',
      companyName: 'Needle & Co',
      amount: 30,
      invoiceNumbers: older.map(({ number }) => number),
      settledByHand: false,
      review: '',
    })
    const known = ['needle & CO', 'hay@stack', older[1]?.number, booked.reference, booked.id]
    for (const search of known) {
      const found = await list({ search })
      expect([search, found.total, found.attempts[0]?.id]).toEqual([search, 1, booked.id])
    }
    expect((await list({ search: '%' })).total).toBe(0)
    expect((await list({ page: 2 })).attempts).toEqual([])
  })

  it('counts what is open and what needs a look, whatever is searched for', async () => {
    await shop.waitForBookings()
    const before = (await list()).counts
    const open = await shop.invoices(40)
    await shop.pay(open, { paymentMethodId: CHALLENGED })
    const { id } = await payWrongly(50)
    const { attempts, counts } = await list({ view: 'open', search: numberOf(open) })
    expect(attempts).toMatchObject([{ state: 'requires_action' }])
    expect(counts).toEqual({ open: before.open + 2, review: before.review + 1 })
    const toReview = await list({ view: 'review' })
    expect(toReview.attempts[0]).toMatchObject({ id, review: expect.stringMatching(/\$51\.00/) })
    expect(toReview.total).toBe(counts.review)
  })
})

describe('one payment', () => {
  it('says which terms its payer agreed to and when, if the call named them', async () => {
    const [card, wallet, bare] = await shop.invoices(30, 31, 32)
    if (!card || !wallet || !bare) throw new Error('three invoices were made')
    const key = randomUUID()
    const before = Date.now()
    await shop.pay([card], { termsVersion: TERMS_VERSION }, key)
    expect((await shop.pay([card], {}, key)).status).toBe(200)
    await shop.order([wallet], { termsVersion: TERMS_VERSION })
    const refused = await shop.pay([bare], { termsVersion: '2001-01-01' })
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([
      400,
      'invalid_input',
      'termsVersion',
    ])
    await shop.pay([bare])
    for (const { number } of [card, wallet]) {
      const { body } = await look((await shop.attemptOf(number))?.id)
      expect(body.terms.version).toBe(TERMS_VERSION)
      expect(Date.parse(body.terms.agreedAt)).toBeGreaterThanOrEqual(before - 1_000)
      expect(body.events.at(-1).detail).toContain(`agreed to the terms of ${TERMS_VERSION}`)
    }
    const { body } = await look((await shop.attemptOf(bare.number))?.id)
    expect(body).not.toHaveProperty('terms')
  })

  it('shows its invoices, its ids and its history in words', async () => {
    const invoices = await shop.invoices(80, 20)
    await shop.pay(invoices)
    const attempt = await shop.waitForState(numberOf(invoices), 'booked')
    const { body } = await look(attempt.id)
    expect(body).toMatchObject({
      providerId: attempt.reference,
      qboPaymentId: attempt.qbo_payment_id,
      unappliedAmount: 0,
      refundedAmount: 0,
      receiptUrl: expect.stringContaining('/api/payments/receipt'),
      lines: [
        { invoiceNumber: invoices[0]?.number, amount: 80, balanceBefore: 80 },
        { invoiceNumber: invoices[1]?.number, amount: 20, balanceBefore: 20 },
      ],
    })
    expect(body.events.map((event: Record<string, string>) => [event.actor, event.action])).toEqual(
      [
        ['system', 'payment_booked'],
        ['system', 'payment_booking'],
        ['system', 'payment_captured'],
        ['system', 'payment_confirming'],
        ['system', 'payment_reserved'],
        ['pat@payer.example', 'payment_begun'],
      ],
    )
    expect(body.events[0].detail).toBe(`QuickBooks payment ${attempt.qbo_payment_id}`)
    expect(body.events[2].detail).toBe(`$100.00 · ${attempt.reference}`)
  })

  it('is the same one however its id is written', async () => {
    const invoices = await shop.invoices(12)
    await shop.pay(invoices)
    const { id } = await shop.waitForState(numberOf(invoices), 'booked')
    await check(String(id).toUpperCase())
    const { events } = (await look(id)).body
    expect(events[0]).toMatchObject({ action: 'payment_checked' })
    const { body } = await look(String(id).toUpperCase())
    expect([body.id, body.events]).toEqual([id, events])
  })

  it('says why it failed', async () => {
    const invoices = await shop.invoices(15)
    await shop.pay(invoices, { paymentMethodId: 'pm_card_visa_chargeDeclinedInsufficientFunds' })
    const { id } = (await shop.attemptOf(numberOf(invoices))) ?? {}
    const { body } = await look(id)
    expect(body).toMatchObject({
      state: 'failed',
      failure: "Your card has insufficient funds. You weren't charged. Try another card.",
    })
    expect(body.receiptUrl).toBeUndefined()
  })

  it('that does not exist is refused', async () => {
    const { status, body } = await look('00000000-0000-4000-8000-000000000000')
    expect([status, body.code]).toEqual([404, 'attempt_unknown'])
  })
})

describe('checking now', () => {
  it('asks the provider and says who asked', async () => {
    const invoices = await shop.invoices(30)
    await shop.payingFault('stripe', 'timeout', '/confirm')
    await shop.payingFault('stripe', 'error', '/v1/payment_intents/pi_', 1_000)
    await shop.pay(invoices)
    const { id } = await shop.waitForState(numberOf(invoices), 'unknown')
    await fetch(`${shop.desk.sandbox.url}/faults`, { method: 'DELETE' })
    const { status, body } = await check(id)
    expect([status, body.state]).toEqual([200, 'failed'])
    expect(body.events[0]).toMatchObject({
      actor: 'sam.staff@harborfinch.example',
      action: 'payment_checked',
    })
  })

  it('says which service could not be asked, and nothing of it later', async () => {
    const invoices = await shop.invoices(30)
    await shop.pay(invoices)
    const { id } = await shop.waitForState(numberOf(invoices), 'booked')
    await shop.payingFault('stripe', 'error', '/v1/payment_intents/pi_', 1_000)
    expect((await check(id)).body).toMatchObject({ state: 'booked', unanswered: 'Stripe' })
    await fetch(`${shop.desk.sandbox.url}/faults`, { method: 'DELETE' })
    const { body } = await check(id)
    expect([body.state, body.unanswered]).toEqual(['booked', undefined])
  })

  it('is refused while somebody else is at it', async () => {
    const invoices = await shop.invoices(30)
    await shop.pay(invoices, { paymentMethodId: CHALLENGED })
    const { id } = (await shop.attemptOf(numberOf(invoices))) ?? {}
    await shop.changeAttempt(numberOf(invoices), sql`claimed_until = now() + interval '1 minute'`)
    const { status, body } = await check(id)
    expect([status, body.code]).toEqual([409, 'attempt_busy'])
  })

  it('is not needed any more for what was booked after all', async () => {
    const invoices = await shop.invoices(30)
    await shop.fault('error', '/payment?', 200)
    await shop.pay(invoices)
    const { id } = await shop.waitForState(numberOf(invoices), 'booking')
    await shop.query(
      sql`UPDATE payment_attempt SET checks = 11, next_check_at = now() WHERE id = ${id as string}`,
    )
    await expect
      .poll(async () => (await check(id)).body.review)
      .toContain('Paid but not booked yet')
    await fetch(`${shop.desk.sandbox.url}/faults`, { method: 'DELETE' })
    expect((await check(id)).body).toMatchObject({ state: 'booked', review: '' })
  })

  describe('of what QuickBooks had refused', () => {
    /** Refused, because the customer is not active; and how to cure that. */
    const payRefused = async () => {
      const invoices = await shop.invoices(45)
      const asked = await shop.pay(invoices, { paymentMethodId: CHALLENGED })
      const { id, customer_id } = (await shop.attemptOf(numberOf(invoices))) ?? {}
      const setActive = async (Active: boolean) => {
        const customer = (await shop.state()).customers?.find(({ Id }) => Id === customer_id)
        const { SyncToken } = customer as unknown as { SyncToken: string }
        await shop.write('customer', { Id: customer_id, SyncToken, sparse: true, Active })
      }
      await setActive(false)
      await shop.answerBank(asked.body.clientSecret, 'complete')
      const { reference } = await shop.waitForState(numberOf(invoices), 'needs_review')
      expect((await look(id)).body.review).toContain('QuickBooks refused the booking')
      return { invoices, id, reference, cure: () => setActive(true) }
    }

    it('books it, once the cause is gone', async () => {
      const { invoices, id, reference, cure } = await payRefused()
      await cure()
      expect((await check(id)).body).toMatchObject({ state: 'booked', review: '' })
      expect(await shop.bookingsOf(reference)).toHaveLength(1)
      expect(await shop.balanceOf(invoices[0]?.qboId ?? '')).toBe(0)
    })

    it('leaves to a person what was refunded since', async () => {
      const { id, reference, cure } = await payRefused()
      await shop.post('/stripe/switches', { webhooks: 'off' })
      await shop.post(`/stripe/payments/${reference}/refund`, {})
      await cure()
      const { body } = await check(id)
      expect(body.state).toBe('needs_review')
      expect(body.review).toContain('$45.00 was refunded at the provider. Nothing was booked')
      expect(await shop.bookingsOf(reference)).toHaveLength(0)
      await shop.post('/stripe/switches', { webhooks: 'on' })
    })
  })
})

describe('resolving', () => {
  it('notes what was done about a refund, once', async () => {
    const invoices = await shop.invoices(60)
    await shop.pay(invoices)
    const attempt = await shop.waitForState(numberOf(invoices), 'booked')
    expect((await resolve(attempt.id)).body.code).toBe('attempt_nothing_to_resolve')
    await shop.post(`/stripe/payments/${attempt.reference}/refund`, { amount: 1_500 })
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

  it('settles by hand what was paid but not as asked, and frees its invoice', async () => {
    const { id, invoices } = await payWrongly(70)
    expect((await shop.pay(invoices)).body.code).toBe('payment_in_progress')
    const { body } = await resolve(id)
    expect(body).toMatchObject({ state: 'booked', settledByHand: true, review: '' })
    expect((await shop.pay(invoices)).body.status).toBe('succeeded')
  })

  it('ends as cancelled what was paid and went back', async () => {
    const { id } = await payWrongly(70)
    const { providerId } = (await look(id)).body
    await shop.post(`/stripe/payments/${providerId}/refund`, {})
    await expect.poll(async () => (await look(id)).body.refundedAmount).toBe(70)
    expect((await resolve(id)).body).toMatchObject({ state: 'cancelled', review: '' })
  })

  it('asks the provider once more before it ends what nobody paid', async () => {
    const invoices = await shop.invoices(35)
    const asked = await shop.pay(invoices, { paymentMethodId: CHALLENGED })
    const { id } = (await shop.attemptOf(numberOf(invoices))) ?? {}
    await shop.query(
      sql`UPDATE payment_attempt SET state = 'needs_review', review = 'Nobody knows.', next_check_at = NULL, created_at = now() - interval '8 days' WHERE id = ${id as string}`,
    )
    const { body } = await resolve(id, 'The payer gave up.')
    expect(body).toMatchObject({ state: 'expired', review: '' })
    await shop.answerBank(asked.body.clientSecret, 'complete')
    const { stripe } = await shop.ledger()
    const intent = stripe.paymentIntents.find((each) => each.id === body.providerId)
    expect(intent?.status).toBe('canceled')
    expect((await shop.pay(invoices)).body.status).toBe('succeeded')
  })

  it('is for a person to answer for when the provider cannot be asked', async () => {
    const invoices = await shop.invoices(35)
    await shop.pay(invoices, { paymentMethodId: CHALLENGED })
    const { id } = (await shop.attemptOf(numberOf(invoices))) ?? {}
    await shop.query(
      sql`UPDATE payment_attempt SET state = 'needs_review', review = 'Nobody knows.', next_check_at = NULL WHERE id = ${id as string}`,
    )
    await shop.payingFault('stripe', 'error', '/v1/payment_intents', 1_000)
    const unasked = await resolve(id, 'Nothing there.')
    expect([unasked.status, unasked.body.code]).toEqual([409, 'attempt_unanswered'])
    expect((await shop.attemptOf(numberOf(invoices)))?.state).toBe('needs_review')
    const { body } = await resolve(id, 'Nothing there.', true)
    expect(body).toMatchObject({ state: 'failed', review: '' })
    await fetch(`${shop.desk.sandbox.url}/faults`, { method: 'DELETE' })
  })

  it('takes a person who looked it up when PayPal itself has not decided', async () => {
    await shop.post('/paypal/switches', { webhooks: 'off' })
    const invoices = await shop.invoices(35)
    const order = await shop.order(invoices)
    await shop.answerWindow(order.body.id, 'pending')
    expect((await shop.capture(order.body.id, invoices)).body.status).toBe('processing')
    await shop.changeAttempt(numberOf(invoices), sql`state = 'needs_review', review = 'A week.'`)
    const { id } = (await shop.attemptOf(numberOf(invoices))) ?? {}
    const unclear = await resolve(id, 'Nothing there.')
    expect([unclear.status, unclear.body.code]).toEqual([409, 'attempt_unanswered'])
    expect((await resolve(id, 'Nothing there.', true)).body.state).toBe('failed')
    await shop.post('/paypal/switches', { webhooks: 'on' })
  })

  it('needs a note', async () => {
    const { id } = await payWrongly(20)
    const { status, body } = await resolve(id, '  ')
    expect([status, body.field]).toEqual([400, 'note'])
  })
})
