// Tests that a card payment leads to one charge and one booking, no matter what happens in between.
import { cancelPayment } from '@invoice-desk/contract/payments/payments'
import { CHALLENGED } from '@invoice-desk/testing/payments/requests'
import { openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { INVOICE_DATE } from '@invoice-desk/testing/quickbooks/books'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { holdNext } from '../support/hold.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.desk.close())
beforeEach(async () => {
  await shop.clearFaults()
  await shop.post('/stripe/switches', { webhooks: 'on' })
})

describe('a card that is accepted', () => {
  it('pays many invoices whose long numbers are more than Stripe accepts as a description', async () => {
    const numbers = Array.from({ length: 50 }, (_, index) => `LONG-INVOICE-${10_000_000 + index}`)
    const invoices = await shop.invoicesNumbered(numbers)
    expect((await shop.pay(invoices)).body).toMatchObject({ status: 'succeeded', amount: 50 })
    const attempt = await shop.waitForState(numbers[0] ?? '', 'booked')
    const [{ description } = { description: '' }] = await shop.chargesOf(attempt.id)
    expect(description).toHaveLength(1000)
    expect(description).toContain('LONG-INVOICE-10000000, LONG-INVOICE-10000001')
  })

  it('is charged and booked as one payment for all invoices', async () => {
    const invoices = await shop.invoices(120.5, 80)
    const { status, body } = await shop.pay(invoices)
    expect([status, body]).toEqual([
      200,
      {
        paymentId: expect.any(String),
        status: 'succeeded',
        amount: 200.5,
        invoiceNumbers: invoices.map(({ number }) => number),
        receiptUrl: expect.stringContaining('/api/payments/receipt?payment='),
        receipt: {
          number: expect.stringMatching(/^\d{8}-[\dA-F]{8}$/),
          paidAt: expect.any(String),
          paidWith: 'Visa ending in 4242',
          email: 'pat@payer.example',
          invoices: invoices.map(({ number, amount }) => ({
            number,
            date: INVOICE_DATE,
            amount,
            remaining: 0,
          })),
        },
      },
    ])
    // The page asks again after a reload, when the payment may be booked.
    expect((await shop.complete(body.paymentId)).body.receipt).toEqual(body.receipt)
    const attempt = await shop.waitForState(invoices[0]?.number ?? '', 'booked')
    const [intent] = await shop.chargesOf(attempt.id)
    expect(intent).toMatchObject({ amount_received: 20_050, currency: 'usd' })
    const bookings = await shop.bookingsOf(intent?.id)
    expect(bookings).toHaveLength(1)
    expect(bookings[0]).toMatchObject({
      TotalAmt: 200.5,
      PrivateNote: `Stripe payment (ID: ${intent?.id})`,
      Line: [{ Amount: 120.5 }, { Amount: 80 }],
    })
    for (const { qboId } of invoices) expect(await shop.balanceOf(qboId)).toBe(0)
  })

  it('can pay part of an invoice', async () => {
    const invoice = await shop.invoice(300)
    const { status, body } = await shop.pay([{ ...invoice, amount: 100.25 }])
    expect(status).toBe(200)
    expect(body.receipt.invoices).toMatchObject([{ amount: 100.25, remaining: 199.75 }])
    await shop.waitForState(invoice.number, 'booked')
    expect(await shop.balanceOf(invoice.qboId)).toBe(199.75)
  })
})

describe('a card that is declined', () => {
  it('shows our own message and releases the invoice', async () => {
    const invoices = await shop.invoices(50)
    const declined = await shop.pay(invoices, {
      paymentMethodId: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    })
    expect([declined.status, declined.body.code]).toEqual([402, 'payment_declined'])
    expect(declined.body.error).toBe(
      "Your card has insufficient funds. You weren't charged. Try another card.",
    )
    expect((await shop.pay(invoices)).body.status).toBe('succeeded')
  })
})

describe('a bank challenge', () => {
  it('is passed to the payer, and the payment succeeds once they respond', async () => {
    const invoices = await shop.invoices(75)
    const challenged = await shop.pay(invoices, { paymentMethodId: CHALLENGED })
    expect(challenged.body).toMatchObject({
      status: 'requires_action',
      clientSecret: expect.stringMatching(/_secret_/),
    })
    await shop.answerBank(challenged.body.clientSecret, 'complete')
    const done = await shop.complete(challenged.body.paymentId)
    expect([done.status, done.body.status]).toEqual([200, 'succeeded'])
    await shop.waitForState(invoices[0]?.number ?? '', 'booked')
  })

  it('ends the payment if the payer fails it, and the intent can no longer be paid', async () => {
    const invoices = await shop.invoices(75)
    const challenged = await shop.pay(invoices, { paymentMethodId: CHALLENGED })
    await shop.answerBank(challenged.body.clientSecret, 'fail')
    const done = await shop.complete(challenged.body.paymentId)
    expect([done.status, done.body]).toEqual([
      402,
      {
        error:
          "Your bank couldn't confirm that it was you. You weren't charged. Try again or use another card.",
        code: 'payment_declined',
      },
    ])
    const attempt = await shop.attemptOf(invoices[0]?.number ?? '')
    const intent = (await shop.ledger()).stripe.paymentIntents.find(
      ({ id }) => id === attempt?.provider_id,
    )
    expect(intent?.status).toBe('canceled')
    expect((await shop.pay(invoices)).body.status).toBe('succeeded')
  })

  it('is settled by the webhook if the browser never returns', async () => {
    const invoices = await shop.invoices(60)
    const challenged = await shop.pay(invoices, { paymentMethodId: CHALLENGED })
    await shop.answerBank(challenged.body.clientSecret, 'complete')
    await shop.waitForState(invoices[0]?.number ?? '', 'booked')
  })
})

describe('an unanswered challenge', () => {
  it('expires after half an hour and can no longer be paid', async () => {
    const invoices = await shop.invoices(60)
    const number = invoices[0]?.number ?? ''
    const challenged = await shop.pay(invoices, { paymentMethodId: CHALLENGED })
    await shop.changeAttempt(number, sql`created_at = created_at - interval '31 minutes'`)
    const attempt = await shop.waitForJanitor(number, 'expired')
    await shop.answerBank(challenged.body.clientSecret, 'complete')
    expect(await shop.chargesOf(attempt.id)).toHaveLength(0)
    const late = await shop.complete(challenged.body.paymentId)
    expect([late.status, late.body.code]).toEqual([410, 'payment_expired'])
    expect((await shop.pay(invoices)).body.status).toBe('succeeded')
  })

  it('ends immediately when the payer cancels', async () => {
    const invoices = await shop.invoices(60)
    const { body } = await shop.pay(invoices, { paymentMethodId: CHALLENGED })
    const cancelled = await shop.desk.call(cancelPayment, { body: { paymentId: body.paymentId } })
    expect(cancelled.body).toEqual({ status: 'cancelled' })
    expect((await shop.pay(invoices)).body.status).toBe('succeeded')
  })

  it('can be canceled again if Stripe failed the first time', async () => {
    const invoices = await shop.invoices(60)
    const { body } = await shop.pay(invoices, { paymentMethodId: CHALLENGED })
    const cancel = () => shop.desk.call(cancelPayment, { body: { paymentId: body.paymentId } })
    const attempt = await shop.attemptOf(invoices[0]?.number ?? '')
    await shop.paymentFault('stripe', 'error', `${attempt?.provider_id}/cancel`)
    expect((await cancel()).body).toEqual({ status: 'processing' })
    expect((await cancel()).body).toEqual({ status: 'cancelled' })
  })
})

describe('an attempt that ended while Stripe was slow', () => {
  it('is not charged', async () => {
    const invoices = await shop.invoices(60)
    const { release } = holdNext(shop.desk.desk.dependencies.drivers.stripe, 'open')
    const paying = shop.pay(invoices)
    const { id } = await shop.waitForState(invoices[0]?.number ?? '', 'created')
    await shop.query(
      sql`UPDATE payment_attempt SET state = 'failed', failure_code = 'payment_failed' WHERE id = ${id}`,
    )
    release()
    const { status, body } = await paying
    expect([status, body.code]).toEqual([502, 'payment_failed'])
    expect(await shop.chargesOf(id)).toHaveLength(0)
  })
})

describe('a charge of the wrong amount', () => {
  it('is not booked, is not a success, and staff are notified', async () => {
    const invoices = await shop.invoices(60)
    const number = invoices[0]?.number ?? ''
    const challenged = await shop.pay(invoices, { paymentMethodId: CHALLENGED })
    await shop.changeAttempt(number, sql`total_cents = 5000`)
    await shop.answerBank(challenged.body.clientSecret, 'complete')
    const { status, body } = await shop.complete(challenged.body.paymentId)
    expect([status, body.status]).toEqual([200, 'processing'])
    const attempt = await shop.waitForState(number, 'needs_review')
    expect(attempt.review).toContain('60.00 USD was charged instead of $50.00. Nothing was booked.')
    expect(await shop.bookingsOf(attempt.reference)).toHaveLength(0)
    const other = await shop.pay(invoices)
    expect([other.status, other.body.code]).toEqual([409, 'payment_in_progress'])
  })
})

/** Logs every lease of an attempt, because the next one may start before a test can look. */
const logClaims = async () => {
  await shop.query(
    sql`CREATE TABLE claim_log AS SELECT id, state, claimed_until FROM payment_attempt`,
  )
  await shop.query(sql`CREATE FUNCTION log_claim() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN INSERT INTO claim_log VALUES (NEW.id, NEW.state, NEW.claimed_until); RETURN NEW; END'`)
  await shop.query(sql`CREATE TRIGGER log_claim AFTER UPDATE ON payment_attempt
    FOR EACH ROW EXECUTE FUNCTION log_claim()`)
}

describe('a repeated request', () => {
  it('is the same payment, even fifty times at once', async () => {
    const invoices = await shop.invoices(40)
    const key = `key-${crypto.randomUUID()}`
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.pay(invoices, {}, key)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.status}`))).toEqual(
      new Set(['200 succeeded']),
    )
    const attempt = await shop.waitForState(invoices[0]?.number ?? '', 'booked')
    expect(await shop.chargesOf(attempt.id)).toHaveLength(1)
    expect(await shop.bookingsOf(attempt.reference)).toHaveLength(1)
  })

  it('is refused with different details', async () => {
    const invoices = await shop.invoices(40)
    const key = `key-${crypto.randomUUID()}`
    await shop.pay(invoices, {}, key)
    const other = await shop.pay(invoices, { email: 'other@payer.example' }, key)
    expect([other.status, other.body.code]).toEqual([409, 'payment_key_reused'])
  })

  it('continues after a process died before calling Stripe', async () => {
    const invoices = await shop.invoices(40)
    const number = invoices[0]?.number ?? ''
    const key = `key-${crypto.randomUUID()}`
    const { release } = holdNext(shop.desk.desk.dependencies.drivers.stripe, 'open')
    const lost = shop.pay(invoices, {}, key)
    const { id } = await shop.waitForState(number, 'created')
    await shop.query(
      sql`UPDATE payment_attempt SET claimed_until = NULL WHERE id = ${id as string}`,
    )
    expect((await shop.pay(invoices, {}, key)).body.status).toBe('succeeded')
    release()
    expect((await lost).body.status).toBe('succeeded')
    expect(await shop.chargesOf((await shop.waitForState(number, 'booked')).id)).toHaveLength(1)
  })

  it('waits for the worker that has the attempt, no matter how slow Stripe is', async () => {
    const invoices = await shop.invoices(40)
    const number = invoices[0]?.number ?? ''
    await logClaims()
    const { release } = holdNext(shop.desk.desk.dependencies.drivers.stripe, 'confirm')
    const paying = shop.pay(invoices)
    const { claimed_until: first } = await shop.waitForState(number, 'confirming')
    const claim = async () => (await shop.attemptOf(number))?.claimed_until ?? first
    await expect.poll(claim).not.toEqual(first)
    release()
    await paying
    const { id } = await shop.waitForBooked(number)
    // The lease ends with the capture, before the booking job takes it.
    const released = sql`SELECT 1 FROM claim_log WHERE id = ${String(id)} AND state = 'captured' AND claimed_until IS NULL`
    expect(await shop.query(released)).not.toEqual([])
  })
})

describe('fifty payers on one invoice', () => {
  it('pay it once', async () => {
    const invoices = await shop.invoices(90)
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.pay(invoices)))
    const paid = answers.filter(({ status }) => status === 200)
    expect(paid).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect(status).toBe(409)
      expect(['payment_in_progress', 'invoice_paid']).toContain(body.code)
    }
    await shop.waitForBookings()
    expect(await shop.balanceOf(invoices[0]?.qboId ?? '')).toBe(0)
  })
})
