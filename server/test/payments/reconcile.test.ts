// Tests that reconciliation reports nothing if everything matches, runs daily, and runs one at a time.

import { listReconciliations } from '@invoice-desk/contract/payments/admin'
import { addDays, businessDay } from '@invoice-desk/contract/values/business-day'
import { CHALLENGED } from '@invoice-desk/testing/payments/requests'
import { STAFF } from '@invoice-desk/testing/people'
import { waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { reconcileJob } from '../../src/features/payments/job-kinds.ts'
import { numberOf, useReconciliation } from '../support/reconciliation.ts'

const books = useReconciliation()
const { reconcile, differencesOf, age, payByCard, payByWallet, bookingOf } = books

describe('matching books', () => {
  it('have no differences, and the result is stored', async () => {
    const byCard = await payByCard(100)
    const byWallet = await payByWallet(50.5)
    for (const attempt of [byCard, byWallet]) await age(attempt)
    await books.shop.pay(await books.shop.invoices(10), {
      paymentMethodId: 'pm_card_visa_chargeDeclined',
    })
    await books.shop.pay(await books.shop.invoices(10), { paymentMethodId: CHALLENGED })
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
    const stored = await books.shop.desk.call(listReconciliations, { token: books.shop.token })
    expect(stored.body.reconciliations[0]).toEqual(body)
  })

  it('are restored before the comparison if asking the provider is enough', async () => {
    await books.shop.post('/stripe/switches', { webhooks: 'off' })
    const invoices = await books.shop.invoices(66)
    const challenged = await books.shop.pay(invoices, { paymentMethodId: CHALLENGED })
    await books.shop.answerBank(challenged.body.clientSecret, 'complete')
    const attempt = (await books.shop.attemptOf(numberOf(invoices))) ?? {}
    await age(attempt)
    expect(await differencesOf(attempt.id)).toEqual([])
    await books.shop.waitForState(numberOf(invoices), 'booked')
  })
})

describe('a reconciliation', () => {
  it('names the side it could not read, and still compares the other', async () => {
    await books.shop.fault('error', '/query', 50)
    const stray = await reconcile()
    expect(stray.body.failure).toMatch(/^We couldn't read QuickBooks: /)
    expect(stray.body.charges).toBeGreaterThan(0)
    await books.shop.clearFaults()
    await books.shop.paymentFault('stripe', 'error', '/v1/payment_intents', 50)
    const other = await reconcile()
    expect(other.body.failure).toMatch(/^We couldn't read Stripe: /)
    expect(other.body.bookings).toBeGreaterThan(0)
  })

  it('is refused while another one runs, unless that one died', async () => {
    const begin = (minutes: number) =>
      books.shop.query(
        sql`INSERT INTO payment_reconciliation (since, is_running, failure, at) VALUES (now(), true, 'It hasn''t finished.', now() - make_interval(mins => ${minutes}))`,
      )
    await begin(20)
    expect((await reconcile()).status).toBe(200)
    await begin(1)
    const { status, body } = await reconcile()
    expect([status, body.code]).toEqual([409, 'reconciliation_running'])
    await books.shop.query(
      sql`DELETE FROM payment_reconciliation WHERE failure = 'It hasn''t finished.'`,
    )
  })

  it('runs daily, emails staff what it found and deletes old webhook events', async () => {
    await books.shop.query(
      sql`INSERT INTO payment_event (id, received_at) VALUES ('stripe:evt_old', now() - interval '91 days'), ('stripe:evt_new', now() - interval '89 days')`,
    )
    const { CustomerRef } = await bookingOf(await payByCard(25))
    const PrivateNote = 'PayPal payment (ID: 7NOBODY)'
    await books.shop.write('payment', { CustomerRef, TotalAmt: 3, PrivateNote })
    const { database, jobs } = books.shop.desk.desk.dependencies
    await jobs.send(database.db, reconcileJob, {})
    const mail = await waitForMail(books.shop.desk, STAFF, 'Payment reconciliation')
    expect(mail.text).toContain('names 7NOBODY, but we have no payment with that id.')
    expect(mail.links).toContain(`${books.shop.desk.url}/payments/admin`)
    const left = await books.shop.query(
      sql`SELECT id FROM payment_event WHERE id IN ('stripe:evt_old', 'stripe:evt_new')`,
    )
    expect(left).toEqual([{ id: 'stripe:evt_new' }])
  })

  it('once a week goes back far enough to find the late refund of an old payment', async () => {
    await books.shop.query(sql`UPDATE payment_reconciliation SET at = at - interval '7 days'`)
    await books.shop.post('/paypal/switches', { webhooks: 'off' })
    const attempt = await payByWallet(40)
    await books.shop.query(
      sql`UPDATE payment_attempt SET created_at = now() - interval '10 days', updated_at = now() - interval '10 days', captured_at = now() - interval '10 days' WHERE id = ${String(attempt.id)}`,
    )
    await books.shop.post(`/paypal/captures/${attempt.reference}/refund`, { value: '15.00' })
    expect(await differencesOf(attempt.id)).toEqual([])
    const { CustomerRef } = await bookingOf(attempt)
    const stray = { TotalAmt: 3, PrivateNote: 'PayPal payment (ID: BEFOREUS)' }
    const TxnDate = addDays(businessDay(Date.now(), 'America/New_York'), -20)
    await books.shop.write('payment', { CustomerRef, TxnDate, ...stray })
    const runNightly = async () => {
      const { database, jobs } = books.shop.desk.desk.dependencies
      const [before] = await books.shop.query(sql`SELECT count(*)::int FROM payment_reconciliation`)
      await jobs.send(database.db, reconcileJob, {})
      return waitFor(async () => {
        const [row, ...others] = await books.shop.query(
          sql`SELECT since < now() - interval '179 days' AS long, differences, failure FROM payment_reconciliation ORDER BY at DESC`,
        )
        if (others.length < Number(before?.count) || row?.failure) throw new Error('still running')
        return row
      })
    }
    const weekly = await runNightly()
    expect(weekly).toMatchObject({ long: true })
    expect(weekly?.differences).toContainEqual(
      expect.objectContaining({ attemptId: attempt.id, kind: 'refund_not_booked' }),
    )
    // The payment may be from before this product was used.
    expect(JSON.stringify(weekly?.differences)).not.toContain('BEFOREUS')
    expect(await runNightly()).toMatchObject({ long: false })
  })
})
