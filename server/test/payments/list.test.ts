// Tests the staff list of payments, and what it shows of one payment.
import { randomUUID } from 'node:crypto'
import { TERMS_VERSION } from '@invoice-desk/contract/customer-invoices/terms'
import { CHALLENGED } from '@invoice-desk/testing/payments/requests'
import { beforeAll, describe, expect, it } from 'vitest'
import { addAttempt } from '../support/overview.ts'
import { numberOf, usePaymentsAdmin } from '../support/payments-admin.ts'

const admin = usePaymentsAdmin()
const { check, list, look, payWrongly } = admin

describe('the list', () => {
  it('shows the newest first and finds a payment by any of its details', async () => {
    const older = await admin.shop.invoices(10, 20)
    await admin.shop.pay(older, { companyName: 'Needle & Co', email: 'hay@stack.example' })
    const booked = await admin.shop.waitForState(numberOf(older), 'booked')
    await admin.shop.pay(await admin.shop.invoices(30))
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

  it('counts open payments and reviews regardless of the search', async () => {
    await admin.shop.waitForBookings()
    const before = (await list()).counts
    const open = await admin.shop.invoices(40)
    await admin.shop.pay(open, { paymentMethodId: CHALLENGED })
    const { id } = await payWrongly(50)
    const { attempts, counts } = await list({ view: 'open', search: numberOf(open) })
    expect(attempts).toMatchObject([{ state: 'requires_action' }])
    expect(counts).toEqual({ open: before.open + 2, review: before.review + 1 })
    const toReview = await list({ view: 'review' })
    expect(toReview.attempts[0]).toMatchObject({ id, review: expect.stringMatching(/\$51\.00/) })
    expect(toReview.total).toBe(counts.review)
  })
})

describe('filters', () => {
  /** Nothing else was started that long ago. */
  const OLD = { startedTo: '2020-12-31' }
  const at = (moment: string) => new Date(`2020-11-${moment}:00Z`)
  const companies = async (query: Record<string, unknown>) => {
    const { attempts } = await list({ ...OLD, ...query })
    return attempts.map(({ companyName }: { companyName: string }) => companyName)
  }
  beforeAll(async () => {
    const { desk } = admin.shop
    // 11 p.m. in New York on the 2nd.
    const late = { createdAt: at('03T03:59'), capturedAt: at('03T04:00') }
    await addAttempt(desk, { companyName: '=Ash', ...late, totalCents: 42_000 })
    await addAttempt(desk, {
      ...{ companyName: 'birch', method: 'paypal', qboPaymentId: '77', refundedCents: 400 },
      ...{ createdAt: at('02T15:00'), capturedAt: at('05T15:00') },
    })
    const failed = { state: 'failed', capturedCents: null, createdAt: at('04T15:00') } as const
    await addAttempt(desk, { companyName: 'Cedar', ...failed, totalCents: 100_000 })
    const unknown = { state: 'unknown', capturedCents: null, createdAt: at('01T15:00') } as const
    await addAttempt(desk, { companyName: 'Dogwood', ...unknown, totalCents: 5_000 })
  })

  it.each<[Record<string, unknown>, string[]]>([
    [{}, ['Cedar', '=Ash', 'birch', 'Dogwood']],
    [{ state: 'failed,expired' }, ['Cedar']],
    [{ method: 'paypal' }, ['birch']],
    // Days in the business's time zone.
    [{ receivedTo: '2020-11-02' }, ['=Ash']],
    [{ receivedFrom: '2020-11-03', receivedTo: '2020-11-05' }, ['birch']],
    [{ startedFrom: '2020-11-03' }, ['Cedar']],
    [{ amountFrom: '420', amountTo: '1,000' }, ['Cedar', '=Ash']],
    [{ refunded: 'yes' }, ['birch']],
    [{ search: 'ASH pat@', method: 'stripe', receivedFrom: '2020-11-01' }, ['=Ash']],
    [{ view: 'review' }, []],
    [{ sort: 'started' }, ['Dogwood', 'birch', '=Ash', 'Cedar']],
    [{ sort: '-amount' }, ['Cedar', '=Ash', 'Dogwood', 'birch']],
    [{ sort: 'customer' }, ['=Ash', 'birch', 'Cedar', 'Dogwood']],
  ])('find and sort by %j', async (query, expected) => {
    expect(await companies(query)).toEqual(expected)
  })

  it('add up what they find', async () => {
    expect(await list(OLD)).toMatchObject({
      total: 4,
      totals: {
        received: { count: 2, amount: 20 },
        refunded: { count: 1, amount: 4 },
        inProgress: { count: 1, amount: 50 },
        notReceived: { count: 1, amount: 1_000 },
      },
    })
  })

  it.each([
    [{ state: 'failed,lost' }, 'state'],
    [{ method: 'cash' }, 'method'],
    [{ receivedFrom: '2026-02-30' }, 'receivedFrom'],
    [{ startedFrom: '2026-12-02', startedTo: '2026-12-01' }, 'startedTo'],
    [{ amountFrom: '20', amountTo: '10' }, 'amountTo'],
    [{ refunded: 'no' }, 'refunded'],
    [{ sort: 'email' }, 'sort'],
  ])('refuse %j and name the field', async (query, field) => {
    expect(await admin.refusal(query)).toEqual([400, field])
  })

  it('decide what the CSV has, without a formula that a spreadsheet would run', async () => {
    const { headers, lines } = await admin.exported({ ...OLD, sort: 'customer', state: 'booked' })
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="payments-.*\.csv"$/)
    const payer = ',,Pat Payer,pat@cobalt.example,,'
    expect(lines).toEqual([
      'Started,Received,Company,Customer,Payer,Email,Invoices,Amount,Received Amount,Refunded,Method,Status,Review,Provider ID,QuickBooks Payment',
      `2020-11-02,2020-11-02,'=Ash${payer}420.00,10.00,0.00,Credit Card,Settled manually,,,`,
      `2020-11-02,2020-11-05,birch${payer}10.00,10.00,4.00,PayPal,Paid and recorded,,,77`,
    ])
  })
})

describe('one payment', () => {
  it('shows which terms the payer agreed to and when, if the request named them', async () => {
    const [card, wallet, bare] = await admin.shop.invoices(30, 31, 32)
    if (!card || !wallet || !bare) throw new Error('expected three invoices')
    const key = randomUUID()
    const before = Date.now()
    await admin.shop.pay([card], { termsVersion: TERMS_VERSION }, key)
    expect((await admin.shop.pay([card], {}, key)).status).toBe(200)
    await admin.shop.order([wallet], { termsVersion: TERMS_VERSION })
    const refused = await admin.shop.pay([bare], { termsVersion: '2001-01-01' })
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([
      400,
      'invalid_input',
      'termsVersion',
    ])
    await admin.shop.pay([bare])
    for (const { number } of [card, wallet]) {
      const { body } = await look((await admin.shop.attemptOf(number))?.id)
      expect(body.terms.version).toBe(TERMS_VERSION)
      expect(Date.parse(body.terms.agreedAt)).toBeGreaterThanOrEqual(before - 1_000)
      expect(body.events.at(-1).detail).toContain(`agreed to the terms of ${TERMS_VERSION}`)
    }
    const { body } = await look((await admin.shop.attemptOf(bare.number))?.id)
    expect(body).not.toHaveProperty('terms')
  })

  it('shows its invoices, ids and history in words', async () => {
    const invoices = await admin.shop.invoices(80, 20)
    await admin.shop.pay(invoices)
    const attempt = await admin.shop.waitForState(numberOf(invoices), 'booked')
    const { body } = await look(attempt.id)
    expect(body).toMatchObject({
      providerId: attempt.reference,
      qboPaymentId: attempt.qbo_payment_id,
      unappliedAmount: 0,
      refundedAmount: 0,
      receiptUrl: expect.stringContaining('/api/payments/receipt'),
      paidWith: 'Visa ending in 4242',
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
        ['pat@payer.example', 'payment_begun'],
      ],
    )
    expect(body.events[0].detail).toBe(`QuickBooks payment ${attempt.qbo_payment_id}`)
    expect(body.events[2].detail).toBe(`$100.00 · ${attempt.reference}`)
  })

  it('is found by its id in any case', async () => {
    const invoices = await admin.shop.invoices(12)
    await admin.shop.pay(invoices)
    const { id } = await admin.shop.waitForState(numberOf(invoices), 'booked')
    await check(String(id).toUpperCase())
    const { events } = (await look(id)).body
    expect(events[0]).toMatchObject({ action: 'payment_checked' })
    const { body } = await look(String(id).toUpperCase())
    expect([body.id, body.events]).toEqual([id, events])
  })

  it('shows why it failed', async () => {
    const invoices = await admin.shop.invoices(15)
    await admin.shop.pay(invoices, {
      paymentMethodId: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    })
    const { id } = (await admin.shop.attemptOf(numberOf(invoices))) ?? {}
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
