// Tests each difference that a reconciliation reports, and what it ignores.
import { describe, expect, it } from 'vitest'
import type { CustomerPayment } from '../../../providers/quickbooks/payments.ts'
import type { Attempt } from '../queries.ts'
import {
  type Charge,
  compareBooking,
  compareCharge,
  lateCharge,
  missingCharge,
  strayBooking,
} from './compare.ts'

/** Staff have to look. */
const LOOK = [{ reason: 'other_company' }] as const
const now = new Date('2026-11-15T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const GRACE_MINUTES = 10

const attemptOf = (fields: Partial<Attempt> = {}) =>
  ({
    id: 'a1',
    method: 'stripe',
    state: 'booked',
    providerId: 'pi_1',
    reference: 'pi_1',
    totalCents: 5_000,
    capturedCents: 5_000,
    refundedCents: 0,
    qboPaymentId: '77',
    reviewReasons: [],
    capturedAt: minutesAgo(60),
    updatedAt: minutesAgo(60),
    ...fields,
  }) as Attempt

const charge: Charge = {
  kind: 'paid',
  method: 'stripe',
  attemptId: 'a1',
  providerId: 'pi_1',
  reference: 'pi_1',
  amountCents: 5_000,
  currency: 'usd',
  refundedCents: 0,
}

const bookingOf = (id: string, totalCents: number, currency = 'USD') =>
  ({ id, currency, totalCents }) as CustomerPayment

const UNBOOKED = { state: 'booking' } as const

describe('a charge', () => {
  it.each([
    ['of a booked payment', {}, {}, undefined],
    ['from a different intent', { providerId: 'pi_2' }, {}, 'charge_without_attempt'],
    [
      'from a wallet, where the capture has its own id',
      { method: 'paypal', providerId: 'order_1', reference: 'cap_1' },
      { method: 'paypal', providerId: 'order_1', reference: 'cap_1' },
      undefined,
    ],
    ['of one cent more than captured', { amountCents: 5_001 }, {}, 'amount_differs'],
    [
      'of the same amount in euros, under review',
      { currency: 'eur' },
      { capturedCents: 0, reviewReasons: LOOK },
      'amount_differs',
    ],
    ['in euros that staff resolved', { currency: 'eur' }, { capturedCents: 0 }, undefined],
    [
      'of a different amount, under review',
      { amountCents: 4_000 },
      { capturedCents: 4_000, reviewReasons: LOOK },
      'amount_differs',
    ],
    [
      'of a different amount, not settled yet',
      { amountCents: 4_000 },
      { capturedCents: 4_000, state: 'needs_review' },
      'amount_differs',
    ],
    [
      'of a different amount, settled by staff',
      { amountCents: 4_000 },
      { capturedCents: 4_000 },
      undefined,
    ],
    [
      'with a capture we do not know yet',
      {},
      { ...UNBOOKED, capturedCents: null },
      'charge_not_booked',
    ],
    ['that is not booked after an hour', {}, UNBOOKED, 'charge_not_booked'],
    [
      'that is not booked when the grace period ends',
      {},
      { ...UNBOOKED, capturedAt: minutesAgo(GRACE_MINUTES) },
      'charge_not_booked',
    ],
    [
      'that is not booked within the grace period',
      {},
      { ...UNBOOKED, capturedAt: minutesAgo(GRACE_MINUTES - 1) },
      undefined,
    ],
    [
      'for a payment that failed before we knew about the money',
      {},
      { state: 'failed', reference: null, capturedAt: null },
      'charge_not_booked',
    ],
  ] as const)('%s', (_what, charged, fields, kind) => {
    const found = compareCharge({ ...charge, ...charged }, attemptOf(fields), now)
    expect(found?.kind).toBe(kind)
  })

  it('is reported with the ids that staff search for', () => {
    const named = (fields: Partial<Attempt>) => compareCharge(charge, attemptOf(fields), now)
    expect(named(UNBOOKED)).toMatchObject({ attemptId: 'a1', providerId: 'pi_1' })
    const wallet = { method: 'paypal', providerId: 'order_1', reference: 'cap_1' } as const
    expect(missingCharge(attemptOf(wallet)).providerId).toBe('cap_1')
    expect(missingCharge(attemptOf({ reference: null })).providerId).toBe('pi_1')
    const neither = missingCharge(attemptOf({ reference: null, providerId: null }))
    expect(neither).not.toHaveProperty('providerId')
  })

  it('of the right amount is not reported because of an unrelated review', () => {
    expect(compareCharge(charge, attemptOf({ reviewReasons: LOOK }), now)).toBeUndefined()
  })

  it.each([
    [0, "$50.00 was paid at Stripe (pi_1) but isn't booked in QuickBooks."],
    [5_000, '$50.00 was paid and refunded at Stripe (pi_1). QuickBooks has neither.'],
    [2_000, '$50.00 was paid and $20.00 of it refunded at Stripe (pi_1). QuickBooks has neither.'],
  ])('that is not booked says what was refunded: %i', (refundedCents, text) => {
    const attempt = attemptOf({ ...UNBOOKED, refundedCents })
    expect(compareCharge({ ...charge, refundedCents }, attempt, now)?.text).toBe(text)
  })

  it.each([
    [
      0,
      'Stripe took $50.00 (pi_1) for a payment that was already marked as failed. It counts as paid now and will be booked. If the customer paid another way in the meantime, refund one of the two.',
    ],
    [
      2_000,
      "$50.00 was paid and $20.00 of it refunded at Stripe (pi_1) for a payment that was already marked as failed. We couldn't book it. If the customer paid another way in the meantime, refund one of the two.",
    ],
    [
      5_000,
      "$50.00 was paid and refunded at Stripe (pi_1) for a payment that was already marked as failed. We couldn't book it.",
    ],
  ])('after the end says what was refunded: %i', (refundedCents, text) => {
    const ended = attemptOf({ state: 'failed', reference: null })
    expect(lateCharge({ ...charge, refundedCents }, ended, attemptOf()).text).toBe(text)
  })

  it('without an attempt is reported', () => {
    expect(compareCharge(charge, undefined, now)?.kind).toBe('charge_without_attempt')
  })

  it('that the provider does not have is reported with the captured amount', () => {
    expect(missingCharge(attemptOf({ capturedCents: 4_000 })).text).toContain('$40.00')
    expect(missingCharge(attemptOf({ capturedCents: null })).text).toContain('$50.00')
  })
})

describe('a booking', () => {
  it.each([
    ['of the full amount', [bookingOf('77', 5_000)], {}, undefined],
    ['that was deleted', [], {}, 'booking_missing'],
    ['that was deleted, within the grace period', [], { updatedAt: minutesAgo(1) }, undefined],
    ['that was deleted after a full refund', [], { refundedCents: 5_000 }, undefined],
    ['that was deleted after a partial refund', [], { refundedCents: 4_999 }, 'booking_missing'],
    ['made twice', [bookingOf('77', 5_000), bookingOf('78', 5_000)], {}, 'booked_twice'],
    ['next to a voided one', [bookingOf('76', 0), bookingOf('77', 5_000)], {}, undefined],
    ['that was voided', [bookingOf('77', 0)], {}, 'booking_amount_differs'],
    [
      'that was voided after a full refund',
      [bookingOf('77', 0)],
      { refundedCents: 5_000 },
      undefined,
    ],
    ['of one cent less', [bookingOf('77', 4_999)], {}, 'booking_amount_differs'],
    ['of the same amount in euros', [bookingOf('77', 5_000, 'EUR')], {}, 'booking_amount_differs'],
    ['minus its refund', [bookingOf('77', 3_000)], { refundedCents: 2_000 }, undefined],
    [
      'that does not show a refund under review',
      [bookingOf('77', 5_000)],
      { refundedCents: 2_000, reviewReasons: LOOK },
      'refund_not_booked',
    ],
    [
      'that does not show a refund that staff settled',
      [bookingOf('77', 5_000)],
      { refundedCents: 2_000 },
      undefined,
    ],
    ['under review without a refund', [bookingOf('77', 5_000)], { reviewReasons: LOOK }, undefined],
  ] as const)('%s', (_what, bookings, fields, kind) => {
    expect(compareBooking(attemptOf(fields), bookings, now)?.kind).toBe(kind)
  })

  it('is reported with its QuickBooks id, if it has one', () => {
    const missing = (qboPaymentId: string | null) =>
      compareBooking(attemptOf({ qboPaymentId }), [], now)
    expect(missing('77')).toMatchObject({ attemptId: 'a1', providerId: 'pi_1', qboPaymentId: '77' })
    expect(missing(null)).not.toHaveProperty('qboPaymentId')
  })

  it('in another currency is reported in that currency', () => {
    const euros = bookingOf('77', 5_000, 'EUR')
    const text = 'is for €50.00, but $50.00 was paid'
    expect(compareBooking(attemptOf(), [euros], now)?.text).toContain(text)
    expect(strayBooking({ ...euros, reference: 'pi_9' }).text).toContain('for €50.00 names')
  })

  it.each([
    [0, 'QuickBooks payment 77 is for $49.99, but $50.00 was paid.'],
    [5_000, 'QuickBooks payment 77 is for $49.99, but $50.00 was paid and refunded.'],
    [100, 'QuickBooks payment 77 is for $49.99, but $50.00 was paid and $1.00 of it refunded.'],
  ])('of another amount says what was refunded: %i', (refundedCents, text) => {
    const wrong = compareBooking(attemptOf({ refundedCents }), [bookingOf('77', 4_999)], now)
    expect(wrong?.text).toBe(text)
  })

  it('made twice is reported without the voided payments', () => {
    const bookings = [bookingOf('76', 0), bookingOf('77', 5_000), bookingOf('78', 5_000)]
    expect(compareBooking(attemptOf(), bookings, now)?.text).toContain('payments 77 and 78')
  })
})
