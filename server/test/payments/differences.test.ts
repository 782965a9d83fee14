// Tests each kind of difference that reconciliation finds between providers, attempts and QuickBooks.
import { getPaymentAttempt, resolvePaymentAttempt } from '@invoice-desk/contract/payments/admin'
import { CHALLENGED, VISA } from '@invoice-desk/testing/payments/requests'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { numberOf, type Row, useReconciliation } from '../support/reconciliation.ts'

const books = useReconciliation()
const { differencesOf, age, payByCard, payByWallet, bookingOf } = books

describe('a charge', () => {
  it('without a payment is reported', async () => {
    const { apiUrl, secretKey } = books.shop.desk.desk.dependencies.config.payments.stripe ?? {}
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
        text: `Stripe shows a charge of $12.34 (${ours.id}) that we have no payment for.`,
      },
    ])
    const twice = await charge({ 'metadata[attempt]': String((await payByCard(20)).id) })
    expect(await differencesOf(twice.id)).toMatchObject([{ kind: 'charge_without_attempt' }])
    const others = await charge({})
    expect(await differencesOf(others.id)).toEqual([])
  })

  it('that the provider does not have is reported', async () => {
    const invoices = await books.shop.invoices(30)
    await books.shop.pay(invoices, { paymentMethodId: CHALLENGED })
    const { id, provider_id } = (await books.shop.attemptOf(numberOf(invoices))) ?? {}
    await books.shop.query(
      sql`UPDATE payment_attempt SET state = 'booked', reference = provider_id, captured_cents = total_cents, captured_at = now() WHERE id = ${id as string}`,
    )
    expect(await differencesOf(id)).toEqual([
      {
        kind: 'attempt_without_charge',
        attemptId: id,
        providerId: provider_id,
        text: `We recorded $30.00 as paid (${provider_id}), but Stripe has no such charge.`,
      },
    ])
  })

  it('of the wrong amount is reported until staff resolve it', async () => {
    const invoices = await books.shop.invoices(30)
    const challenged = await books.shop.pay(invoices, { paymentMethodId: CHALLENGED })
    const { id } = (await books.shop.attemptOf(numberOf(invoices))) ?? {}
    await books.shop.changeAttempt(numberOf(invoices), sql`total_cents = 3100`)
    await books.shop.answerBank(challenged.body.clientSecret, 'complete')
    await books.shop.waitForState(numberOf(invoices), 'needs_review')
    expect(await differencesOf(id)).toMatchObject([
      { kind: 'amount_differs', text: 'Stripe charged $30.00 instead of $31.00.' },
    ])
    const body = { id, note: 'Booked by hand.' }
    await books.shop.desk.call(resolvePaymentAttempt, { token: books.shop.token, body })
    expect(await differencesOf(id)).toEqual([])
  })

  it('that is not booked is reported after the grace period', async () => {
    const invoices = await books.shop.invoices(55)
    await books.shop.fault('error', '/payment?', 200)
    await books.shop.pay(invoices)
    const attempt = await books.shop.waitForState(numberOf(invoices), 'booking')
    expect(await differencesOf(attempt.id)).toEqual([])
    await age(attempt)
    expect(await differencesOf(attempt.id)).toMatchObject([
      {
        kind: 'charge_not_booked',
        text: `$55.00 was paid at Stripe (${attempt.reference}) but isn't booked in QuickBooks.`,
      },
    ])
    await books.shop.clearFaults()
    await books.shop.waitForJanitor(numberOf(invoices), 'booked')
    expect(await differencesOf(attempt.id)).toEqual([])
  })
})

describe('money for an attempt that had ended', () => {
  /** Ends the attempt as if the server had lost track of the money. */
  const failAttempt = async (id: unknown) => {
    await books.shop.query(
      sql`UPDATE payment_attempt SET state = 'failed', sent_at = NULL, next_check_at = NULL, claimed_until = NULL, created_at = created_at - interval '30 days' WHERE id = ${String(id)}`,
    )
    await books.shop.query(
      sql`UPDATE payment_line SET is_live = false WHERE attempt_id = ${String(id)}`,
    )
  }
  const captureUnseen = async () => {
    await books.shop.post('/paypal/switches', { webhooks: 'off' })
    const invoices = await books.shop.invoices(120)
    const { body } = await books.shop.order(invoices)
    await books.shop.answerWindow(body.id, 'approve')
    await books.shop.paymentFault('paypal', 'timeout-after', '/capture')
    await books.shop.paymentFault('paypal', 'error', 'GET /v2', 1_000)
    await books.shop.capture(body.id, invoices)
    const attempt = (await books.shop.attemptOf(numberOf(invoices))) ?? {}
    await failAttempt(attempt.id)
    await books.shop.clearFaults()
    return { invoices, attempt }
  }

  it('is reported, captured and booked, and so is a double payment', async () => {
    const { invoices, attempt } = await captureUnseen()
    expect((await books.shop.pay(invoices)).body.status).toBe('succeeded')
    await books.shop.waitForBooked(numberOf(invoices))
    const [difference] = await differencesOf(attempt.id)
    expect(difference).toMatchObject({
      kind: 'charge_after_end',
      text: expect.stringContaining(
        'for a payment that was already marked as failed. It counts as paid now and will be booked. If the customer paid another way in the meantime, refund one of the two.',
      ),
    })
    await expect
      .poll(async () => {
        const [row] = await books.shop.query(
          sql`SELECT state, review_reasons FROM payment_attempt WHERE id = ${String(attempt.id)}`,
        )
        return row
      })
      .toMatchObject({
        state: 'booked',
        review_reasons: [{ reason: 'late', after: 'failed' }, { reason: 'unapplied' }],
      })
  })

  it('that cannot be read is reported, and the others are still compared', async () => {
    const { attempt } = await captureUnseen()
    const paid = await payByWallet(20)
    const order = attempt.provider_id
    await books.shop.paymentFault('paypal', 'garble', `GET /v2/checkout/orders/${order}`, 10)
    const { body } = await books.reconcile()
    expect(body.failure).toBe(`We couldn't ask PayPal about ${order}: its answer can't be read.`)
    expect(body.charges).toBeGreaterThan(1)
    expect(JSON.stringify(body.differences)).not.toContain(String(paid.id))
    await books.shop.clearFaults()
    expect(await differencesOf(attempt.id)).toMatchObject([{ kind: 'charge_after_end' }])
  })
})

describe('a booking', () => {
  it('that was deleted in QuickBooks is reported', async () => {
    const attempt = await payByCard(44)
    const { Id, SyncToken } = await bookingOf(attempt)
    await books.shop.write('payment?operation=delete', { Id, SyncToken })
    expect(await differencesOf(attempt.id)).toEqual([])
    await age(attempt)
    expect(await differencesOf(attempt.id)).toEqual([
      {
        kind: 'booking_missing',
        attemptId: attempt.id,
        providerId: attempt.reference,
        qboPaymentId: Id,
        text: `$44.00 was booked as QuickBooks payment ${Id}, but QuickBooks no longer has it.`,
      },
    ])
  })

  it('of the wrong amount is reported, even if its memo was changed', async () => {
    const attempt = await payByWallet(60)
    const booking = await bookingOf(attempt)
    const [line] = booking.Line as Row[]
    const change = { TotalAmt: 45, Line: [{ ...line, Amount: 45 }], PrivateNote: 'by Sam' }
    await books.shop.write('payment', { ...booking, ...change })
    expect(await differencesOf(attempt.id)).toMatchObject([
      {
        kind: 'booking_amount_differs',
        text: `QuickBooks payment ${booking.Id} is for $45.00, but $60.00 was paid.`,
      },
    ])
  })

  it('that exists twice is reported', async () => {
    const attempt = await payByCard(25)
    const { CustomerRef, TotalAmt, PrivateNote, Id } = await bookingOf(attempt)
    const second = await books.shop.write('payment', { CustomerRef, TotalAmt, PrivateNote })
    const [difference] = await differencesOf(attempt.id)
    expect(difference).toMatchObject({ kind: 'booked_twice' })
    expect(difference?.text).toContain(String(Id))
    expect(difference?.text).toContain(second.Id)
  })

  it('without a payment is reported', async () => {
    const { CustomerRef } = await bookingOf(await payByCard(25))
    const PrivateNote = 'Stripe payment (ID: pi_nobody)'
    const stray = await books.shop.write('payment', { CustomerRef, TotalAmt: 9.5, PrivateNote })
    expect(await differencesOf(stray.Id)).toEqual([
      {
        kind: 'booking_without_attempt',
        providerId: 'pi_nobody',
        qboPaymentId: stray.Id,
        text: `QuickBooks payment ${stray.Id} for $9.50 names pi_nobody, but we have no payment with that id.`,
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
    'at %s that QuickBooks does not show is reported, even without a webhook',
    async (provider, pay, path, refund) => {
      await books.shop.post(`/${provider.toLowerCase()}/switches`, { webhooks: 'off' })
      const attempt = await pay(60)
      await books.shop.post(path(attempt), refund)
      const { Id } = await bookingOf(attempt)
      expect(await differencesOf(attempt.id)).toMatchObject([
        {
          kind: 'refund_not_booked',
          text: `$15.00 was refunded at ${provider}, but QuickBooks payment ${Id} still shows $60.00.`,
        },
      ])
      const seen = await books.shop.desk.call(getPaymentAttempt, {
        token: books.shop.token,
        query: { id: attempt.id },
      })
      expect(seen.body).toMatchObject({
        refundedAmount: 15,
        review: expect.stringMatching(/\$15\.00 was refunded/),
      })
      const body = { id: attempt.id, note: 'Entered a refund receipt.' }
      await books.shop.desk.call(resolvePaymentAttempt, { token: books.shop.token, body })
      expect(await differencesOf(attempt.id)).toEqual([])
    },
  )
})
