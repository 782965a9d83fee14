// The comparison of providers, attempts and QuickBooks: silent while they agree, and every difference by its name.
import {
  getPaymentAttempt,
  listReconciliations,
  type PaymentDifference,
  reconcilePayments,
  resolvePaymentAttempt,
} from '@invoice-desk/contract/payment-desk'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reconcileJob } from '../src/features/payments/job-kinds.ts'
import { waitForMail } from './support/contractor.ts'
import { CHALLENGED, type Found, openShop, type Shop, VISA } from './support/payments.ts'
import { STAFF } from './support/test-desk.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.desk.close())
beforeEach(async () => {
  await fetch(`${shop.desk.sandbox.url}/faults`, { method: 'DELETE' })
  await shop.post('/stripe/switches', { webhooks: 'on' })
  await shop.post('/paypal/switches', { webhooks: 'on' })
})

type Row = Record<string, unknown>

const reconcile = () => shop.desk.call(reconcilePayments, { token: shop.token })
const numberOf = ([first]: readonly Found[]): string => first?.number ?? ''

/** What the comparison says about this id, whichever side it belongs to. */
const differencesOf = async (id: unknown): Promise<PaymentDifference[]> => {
  const { body } = await reconcile()
  expect(body.failure).toBeUndefined()
  return body.differences.filter(
    ({ attemptId, providerId, qboPaymentId }: PaymentDifference) =>
      attemptId === id || providerId === id || qboPaymentId === id,
  )
}

/** As if it had happened an hour ago. */
const age = ({ id }: Row) =>
  shop.query(
    sql`UPDATE payment_attempt SET updated_at = now() - interval '1 hour', captured_at = captured_at - interval '1 hour' WHERE id = ${id as string}`,
  )

const payByCard = async (amount: number): Promise<Row> => {
  const invoices = await shop.invoices(amount)
  await shop.pay(invoices)
  return shop.waitForState(numberOf(invoices), 'booked')
}

const payByWallet = async (amount: number): Promise<Row> => {
  const invoices = await shop.invoices(amount)
  const { body } = await shop.order(invoices)
  await shop.answerWindow(body.id, 'approve')
  await shop.capture(body.id, invoices)
  return shop.waitForState(numberOf(invoices), 'booked')
}

const bookingOf = async ({ reference }: Row): Promise<Row> =>
  (await shop.bookingsOf(reference))[0] ?? {}

describe('books that agree', () => {
  it('have no differences, and the comparison is kept', async () => {
    const byCard = await payByCard(100)
    const byWallet = await payByWallet(50.5)
    for (const attempt of [byCard, byWallet]) await age(attempt)
    await shop.pay(await shop.invoices(10), { paymentMethodId: 'pm_card_visa_chargeDeclined' })
    await shop.pay(await shop.invoices(10), { paymentMethodId: CHALLENGED })
    const { status, body } = await reconcile()
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(String),
        at: expect.any(String),
        since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        charges: 2,
        attempts: 4,
        bookings: 2,
        differences: [],
      },
    ])
    const kept = await shop.desk.call(listReconciliations, { token: shop.token })
    expect(kept.body.reconciliations[0]).toEqual(body)
  })

  it('are brought about first where asking helps', async () => {
    await shop.post('/stripe/switches', { webhooks: 'off' })
    const invoices = await shop.invoices(66)
    const asked = await shop.pay(invoices, { paymentMethodId: CHALLENGED })
    await shop.answerBank(asked.body.clientSecret, 'complete')
    const attempt = (await shop.attemptOf(numberOf(invoices))) ?? {}
    await age(attempt)
    expect(await differencesOf(attempt.id)).toEqual([])
    await shop.waitForState(numberOf(invoices), 'booked')
  })
})

describe('a charge', () => {
  it('that no payment here belongs to is named', async () => {
    const { apiUrl, secretKey } = shop.desk.desk.dependencies.config.stripe
    const charge = async (fields: Record<string, string>) => {
      const response = await fetch(`${apiUrl}/v1/payment_intents`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secretKey}` },
        body: new URLSearchParams({
          amount: '1234',
          currency: 'usd',
          payment_method: VISA,
          confirm: 'true',
          'automatic_payment_methods[enabled]': 'true',
          'automatic_payment_methods[allow_redirects]': 'never',
          ...fields,
        }),
      })
      return (await response.json()) as { id: string; status: string }
    }
    const ours = await charge({ 'metadata[attempt]': '00000000-0000-4000-8000-000000000000' })
    expect(ours.status).toBe('succeeded')
    expect(await differencesOf(ours.id)).toEqual([
      {
        kind: 'charge_without_attempt',
        providerId: ours.id,
        text: `Stripe has a charge of $12.34 (${ours.id}) that no payment here belongs to.`,
      },
    ])
    const twice = await charge({ 'metadata[attempt]': String((await payByCard(20)).id) })
    expect(await differencesOf(twice.id)).toMatchObject([{ kind: 'charge_without_attempt' }])
    const others = await charge({})
    expect(await differencesOf(others.id)).toEqual([])
  })

  it('that the provider does not have is named', async () => {
    const invoices = await shop.invoices(30)
    await shop.pay(invoices, { paymentMethodId: CHALLENGED })
    const { id, provider_id } = (await shop.attemptOf(numberOf(invoices))) ?? {}
    await shop.query(
      sql`UPDATE payment_attempt SET state = 'booked', reference = provider_id, captured_cents = total_cents, captured_at = now() WHERE id = ${id as string}`,
    )
    expect(await differencesOf(id)).toEqual([
      {
        kind: 'attempt_without_charge',
        attemptId: id,
        providerId: provider_id,
        text: `$30.00 is noted here as paid (${provider_id}), and Stripe has no such charge.`,
      },
    ])
  })

  it('over another sum is named until staff have taken care of it', async () => {
    const invoices = await shop.invoices(30)
    const asked = await shop.pay(invoices, { paymentMethodId: CHALLENGED })
    const { id } = (await shop.attemptOf(numberOf(invoices))) ?? {}
    await shop.query(sql`UPDATE payment_attempt SET total_cents = 3100 WHERE id = ${id as string}`)
    await shop.answerBank(asked.body.clientSecret, 'complete')
    await shop.waitForState(numberOf(invoices), 'needs_review')
    expect(await differencesOf(id)).toMatchObject([
      { kind: 'amount_differs', text: 'Stripe charged $30.00, and $31.00 was asked for.' },
    ])
    const body = { id, note: 'Booked by hand.' }
    await shop.desk.call(resolvePaymentAttempt, { token: shop.token, body })
    expect(await differencesOf(id)).toEqual([])
  })

  it('that is not booked is named, once it has had its time', async () => {
    const invoices = await shop.invoices(55)
    await shop.fault('error', '/payment?', 200)
    await shop.pay(invoices)
    const attempt = await shop.waitForState(numberOf(invoices), 'booking')
    expect(await differencesOf(attempt.id)).toEqual([])
    await age(attempt)
    expect(await differencesOf(attempt.id)).toMatchObject([
      {
        kind: 'charge_not_booked',
        text: `$55.00 was paid at Stripe (${attempt.reference}) and is not booked in QuickBooks.`,
      },
    ])
    await fetch(`${shop.desk.sandbox.url}/faults`, { method: 'DELETE' })
    await shop.makeDue()
    await shop.waitForState(numberOf(invoices), 'booked')
    expect(await differencesOf(attempt.id)).toEqual([])
  })
})

describe('a booking', () => {
  it('that was deleted in QuickBooks is named', async () => {
    const attempt = await payByCard(44)
    const { Id, SyncToken } = await bookingOf(attempt)
    await shop.write('payment?operation=delete', { Id, SyncToken })
    expect(await differencesOf(attempt.id)).toEqual([])
    await age(attempt)
    expect(await differencesOf(attempt.id)).toEqual([
      {
        kind: 'booking_missing',
        attemptId: attempt.id,
        providerId: attempt.reference,
        qboPaymentId: Id,
        text: `$44.00 was booked as QuickBooks payment ${Id}, and QuickBooks no longer has it.`,
      },
    ])
  })

  it('over another sum is named, whatever its note says', async () => {
    const attempt = await payByWallet(60)
    const booking = await bookingOf(attempt)
    const [line] = booking.Line as Row[]
    const change = { TotalAmt: 45, Line: [{ ...line, Amount: 45 }], PrivateNote: 'by Sam' }
    await shop.write('payment', { ...booking, ...change })
    expect(await differencesOf(attempt.id)).toMatchObject([
      {
        kind: 'booking_amount_differs',
        text: `QuickBooks payment ${booking.Id} is over $45.00, and $60.00 was paid.`,
      },
    ])
  })

  it('that stands twice is named', async () => {
    const attempt = await payByCard(25)
    const { CustomerRef, TotalAmt, PrivateNote, Id } = await bookingOf(attempt)
    const second = await shop.write('payment', { CustomerRef, TotalAmt, PrivateNote })
    const [difference] = await differencesOf(attempt.id)
    expect(difference).toMatchObject({ kind: 'booked_twice' })
    expect(difference?.text).toContain(String(Id))
    expect(difference?.text).toContain(second.Id)
  })

  it('of a payment that nobody here knows is named', async () => {
    const { CustomerRef } = await bookingOf(await payByCard(25))
    const PrivateNote = 'Stripe payment (ID: pi_nobody)'
    const stray = await shop.write('payment', { CustomerRef, TotalAmt: 9.5, PrivateNote })
    expect(await differencesOf(stray.Id)).toEqual([
      {
        kind: 'booking_without_attempt',
        providerId: 'pi_nobody',
        qboPaymentId: stray.Id,
        text: `QuickBooks payment ${stray.Id} over $9.50 names pi_nobody, and no payment here has that id.`,
      },
    ])
  })
})

describe('a refund', () => {
  it.each([
    [
      'Stripe',
      payByCard,
      (row: Row) => `/stripe/payments/${row.reference}/refund`,
      { amount: 1_500 },
    ],
    [
      'PayPal',
      payByWallet,
      (row: Row) => `/paypal/captures/${row.reference}/refund`,
      { value: '15.00' },
    ],
  ] as const)(
    'at %s that QuickBooks does not show is named, even without a webhook',
    async (provider, pay, path, refund) => {
      const attempt = await pay(60)
      await shop.post(`/${provider.toLowerCase()}/switches`, { webhooks: 'off' })
      await shop.post(path(attempt), refund)
      const { Id } = await bookingOf(attempt)
      expect(await differencesOf(attempt.id)).toMatchObject([
        {
          kind: 'refund_not_booked',
          text: `$15.00 was refunded at ${provider}, and QuickBooks payment ${Id} still shows $60.00.`,
        },
      ])
      const seen = await shop.desk.call(getPaymentAttempt, {
        token: shop.token,
        query: { id: attempt.id },
      })
      expect(seen.body).toMatchObject({ refundedAmount: 15, review: /\$15\.00 was refunded/ })
      const body = { id: attempt.id, note: 'Entered a refund receipt.' }
      await shop.desk.call(resolvePaymentAttempt, { token: shop.token, body })
      expect(await differencesOf(attempt.id)).toEqual([])
    },
  )
})

describe('a comparison', () => {
  it('says which side it could not read, and still compares the other', async () => {
    await shop.fault('error', '/query', 50)
    const stray = await reconcile()
    expect(stray.body.failure).toMatch(/^QuickBooks could not be read: /)
    expect(stray.body.charges).toBeGreaterThan(0)
    await fetch(`${shop.desk.sandbox.url}/faults`, { method: 'DELETE' })
    await shop.payingFault('stripe', 'error', '/v1/payment_intents', 50)
    const other = await reconcile()
    expect(other.body.failure).toMatch(/^The payment provider could not be read: /)
    expect(other.body.bookings).toBeGreaterThan(0)
  })

  it('is refused while another one runs, unless that one died long ago', async () => {
    const begin = (minutes: number) =>
      shop.query(
        sql`INSERT INTO payment_reconciliation (since, failure, at) VALUES (now(), 'It has not finished.', now() - make_interval(mins => ${minutes}))`,
      )
    await begin(20)
    expect((await reconcile()).status).toBe(200)
    await begin(1)
    const { status, body } = await reconcile()
    expect([status, body.code]).toEqual([409, 'reconciliation_running'])
    await shop.query(sql`DELETE FROM payment_reconciliation WHERE failure = 'It has not finished.'`)
  })

  it('comes daily, tells staff what it found and forgets old webhooks', async () => {
    await shop.query(
      sql`INSERT INTO payment_event (id, received_at) VALUES ('stripe:evt_old', now() - interval '91 days'), ('stripe:evt_new', now() - interval '89 days')`,
    )
    const { CustomerRef } = await bookingOf(await payByCard(25))
    const PrivateNote = 'PayPal payment (ID: 7NOBODY)'
    await shop.write('payment', { CustomerRef, TotalAmt: 3, PrivateNote })
    const { database, jobs } = shop.desk.desk.dependencies
    await jobs.send(database.db, reconcileJob, {})
    const mail = await waitForMail(shop.desk, STAFF, 'Payments and books')
    expect(mail.text).toContain('names 7NOBODY, and no payment here has that id.')
    expect(mail.links).toContain(`${shop.desk.url}/payments`)
    const left = await shop.query(
      sql`SELECT id FROM payment_event WHERE id IN ('stripe:evt_old', 'stripe:evt_new')`,
    )
    expect(left).toEqual([{ id: 'stripe:evt_new' }])
  })
})
