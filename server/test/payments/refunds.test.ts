// Tests that staff review money that is returned, arrives late, or no longer fits the balance.
import { CHALLENGED } from '@invoice-desk/testing/payments/requests'
import { type Found, openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.desk.close())

describe('money that is returned', () => {
  const reviewed = (number: string) =>
    expect
      .poll(async () => (await shop.attemptOf(number))?.review)
      .toMatch(/QuickBooks still shows the payment/)

  it('by a card refund needs review', async () => {
    const invoices = await shop.invoices(80)
    const number = invoices[0]?.number ?? ''
    await shop.pay(invoices)
    const { reference } = await shop.waitForState(number, 'booked')
    await shop.post(`/stripe/payments/${reference}/refund`, { amount: 3_000 })
    await reviewed(number)
    const attempt = await shop.attemptOf(number)
    expect([Number(attempt?.refunded_cents), attempt?.state]).toEqual([3_000, 'booked'])
    expect(attempt?.review).toContain('$30.00 was refunded')
  })

  it('by a card dispute needs review, and its outcome is shown', async () => {
    const invoices = await shop.invoices(80)
    const number = invoices[0]?.number ?? ''
    await shop.pay(invoices)
    const { reference } = await shop.waitForState(number, 'booked')
    await shop.post(`/stripe/payments/${reference}/dispute`, {})
    await reviewed(number)
    expect((await shop.attemptOf(number))?.dispute).toBe('needs_response')
    await shop.post(`/stripe/payments/${reference}/close-dispute`, { status: 'lost' })
    await expect.poll(async () => (await shop.attemptOf(number))?.dispute).toBe('lost')
  })

  it('by a wallet refund needs review', async () => {
    const invoices = await shop.invoices(80)
    const number = invoices[0]?.number ?? ''
    const { body } = await shop.order(invoices)
    await shop.answerWindow(body.id, 'approve')
    await shop.capture(body.id, invoices)
    const { reference } = await shop.waitForState(number, 'booked')
    await shop.post(`/paypal/captures/${reference}/refund`, {})
    await reviewed(number)
    expect(Number((await shop.attemptOf(number))?.refunded_cents)).toBe(8_000)
  })

  it('needs review even if the provider did not answer at first', async () => {
    const invoices = await shop.invoices(80)
    const number = invoices[0]?.number ?? ''
    await shop.pay(invoices)
    const { reference } = await shop.waitForBooked(number)
    await shop.paymentFault('stripe', 'error', 'GET /v1/payment_intents', 2)
    await shop.post(`/stripe/payments/${reference}/dispute`, {})
    await reviewed(number)
    expect((await shop.attemptOf(number))?.dispute).toBe('needs_response')
  })

  it('by a PayPal dispute needs review, and so does the reversal', async () => {
    const invoices = await shop.invoices(80)
    const number = invoices[0]?.number ?? ''
    const { body } = await shop.order(invoices)
    await shop.answerWindow(body.id, 'approve')
    await shop.capture(body.id, invoices)
    const { reference } = await shop.waitForBooked(number)
    await shop.paymentFault('paypal', 'error', 'GET /v1/customer/disputes')
    await shop.post(`/paypal/captures/${reference}/dispute`, {})
    await reviewed(number)
    const disputed = await shop.attemptOf(number)
    expect(disputed?.dispute).toBe('open')
    expect(disputed?.review).toContain('The payer disputes the charge (open).')
    const [dispute] = (await shop.ledger()).paypal.disputes
    await shop.post(`/paypal/disputes/${dispute?.dispute_id}/resolve`, {})
    // The order may have been read before the reversal, which the next webhook reports.
    await expect
      .poll(async () => {
        const { dispute, refunded_cents } = (await shop.attemptOf(number)) ?? {}
        return [dispute, Number(refunded_cents)]
      })
      .toEqual(['resolved', 8_000])
  })
})

it('a PayPal dispute about several payments concerns each of ours, and no others', async () => {
  const pay = async () => {
    const invoices = await shop.invoices(40)
    const { body } = await shop.order(invoices)
    await shop.answerWindow(body.id, 'approve')
    await shop.capture(body.id, invoices)
    const number = invoices[0]?.number ?? ''
    const { reference } = await shop.waitForBooked(number)
    return { number, reference }
  }
  const [first, second, other] = [await pay(), await pay(), await pay()]
  const also = `8XX00000XX000000X,${second?.reference}`
  await shop.post(`/paypal/captures/${first?.reference}/dispute`, { also })
  const disputeOf = async (number = '') => (await shop.attemptOf(number))?.dispute
  await expect.poll(() => disputeOf(first?.number)).toBe('open')
  await expect.poll(() => disputeOf(second?.number)).toBe('open')
  const { disputes } = (await shop.ledger()).paypal
  const id = disputes.find((each) => JSON.stringify(each).includes(String(second?.reference)))
  await shop.post(`/paypal/disputes/${id?.dispute_id}/update`, { status: 'UNDER_REVIEW' })
  await expect.poll(() => disputeOf(second?.number)).toBe('under_review')
  const outcome = 'RESOLVED_SELLER_FAVOUR'
  await shop.post(`/paypal/disputes/${id?.dispute_id}/resolve`, { outcome })
  await expect.poll(() => disputeOf(second?.number)).toBe('resolved')
  expect((await shop.attemptOf(second?.number ?? ''))?.review).toContain(
    'dispute is closed (resolved)',
  )
  expect(await disputeOf(other?.number)).toBeNull()
})

describe('money for a payment that had ended', () => {
  it('puts its invoices on hold again, is booked, and needs review as a possible double payment', async () => {
    const invoices = await shop.invoices(100)
    const [invoice] = invoices as [Found]
    const part = [{ ...invoice, amount: 40 }]
    await shop.post('/paypal/switches', { webhooks: 'off' })
    const { body } = await shop.order(part)
    await shop.answerWindow(body.id, 'pending')
    await shop.capture(body.id, part)
    const { id } = (await shop.attemptOf(invoice.number)) ?? {}
    await shop.changeAttempt(
      invoice.number,
      sql`state = 'failed', sent_at = NULL, next_check_at = NULL`,
    )
    await shop.query(sql`UPDATE payment_line SET is_live = false WHERE attempt_id = ${String(id)}`)
    await shop.fault('error', '/payment?', 1_000)
    await shop.post('/paypal/switches', { webhooks: 'on' })
    const capture = (await shop.ledger()).paypal.captures.find((one) =>
      JSON.stringify(one).includes(body.id),
    )
    await shop.post(`/paypal/captures/${capture?.id}/settle`, { status: 'COMPLETED' })
    await shop.waitForState(invoice.number, 'booking')
    const other = await shop.pay(invoices)
    expect([other.status, other.body.code]).toEqual([409, 'payment_in_progress'])
    await shop.clearFaults()
    const attempt = await shop.waitForJanitor(invoice.number, 'booked')
    expect(attempt.review).toBe(
      'The money arrived after this payment was marked as failed. If the customer paid another way in the meantime, refund one of the two at PayPal.',
    )
    // The balance may be another one by now, so nothing asks for the rest.
    const receipt = `Receipt for invoice ${invoice.number}:`
    const { text } = await waitForMail(shop.desk, 'pat@payer.example', receipt)
    expect(text).toContain(`Invoice ${invoice.number}: $40.00\n`)
    expect(text).not.toContain('remaining')
  })
})

describe('an invoice that was paid another way during the payment', () => {
  it('leaves the money as the customer’s credit and needs review', async () => {
    const invoices = await shop.invoices(100)
    const [invoice] = invoices
    const challenged = await shop.pay(invoices, { paymentMethodId: CHALLENGED })
    const customer = (await shop.ledger()).quickbooks.invoices?.find(
      ({ Id }) => Id === invoice?.qboId,
    )?.CustomerRef
    await shop.write('payment', {
      CustomerRef: customer,
      TotalAmt: 60,
      Line: [{ Amount: 60, LinkedTxn: [{ TxnId: invoice?.qboId, TxnType: 'Invoice' }] }],
    })
    await shop.answerBank(challenged.body.clientSecret, 'complete')
    expect((await shop.complete(challenged.body.paymentId)).body.status).toBe('succeeded')
    const attempt = await shop.waitForState(invoice?.number ?? '', 'booked')
    expect(Number(attempt.unapplied_cents)).toBe(6_000)
    expect(attempt.review).toContain("We couldn't apply $60.00")
    expect(await shop.bookingsOf(attempt.reference)).toMatchObject([
      { TotalAmt: 100, UnappliedAmt: 60 },
    ])
    expect(await shop.balanceOf(invoice?.qboId ?? '')).toBe(0)
  })
})
