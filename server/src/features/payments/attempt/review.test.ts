import { describe, expect, it } from 'vitest'
import type { ReviewReason } from '../../../db/schema/review-reasons.ts'
import type { PaidState } from '../../../providers/payment-provider.ts'
import type { Attempt } from '../queries.ts'
import { captureOf, reasonsAfterBooking, withLate, withReturned } from './review.ts'
import { reviewText } from './review-text.ts'

const attemptOf = (change: Partial<Attempt>) =>
  ({
    method: 'paypal',
    state: 'confirming',
    totalCents: 5_000,
    providerId: 'ord_1',
    reference: 'cap_1',
    refundedCents: 0,
    dispute: null,
    reviewReasons: [],
    ...change,
  }) as Attempt
const textOf = (...reviewReasons: readonly ReviewReason[]) =>
  reviewText(attemptOf({ reviewReasons }))
const paid = (change: Partial<PaidState> = {}): PaidState => ({
  kind: 'paid',
  reference: 'cap_1',
  amountCents: 5_000,
  currency: 'usd',
  refundedCents: 0,
  ...change,
})
const LATE = { reason: 'late', after: 'expired' } as const
const LATE_TEXT =
  'The money arrived after this payment was marked as expired. If the customer paid another way in the meantime, refund one of the two at PayPal.'

describe('money that arrived', () => {
  it.each([
    ['in full', {}, 'captured', ''],
    ['with a different amount', { amountCents: 4_999 }, 'needs_review', '49.99 USD was charged'],
    ['in another currency', { currency: 'eur' }, 'needs_review', '50.00 EUR was charged'],
    ['and was partly refunded', { refundedCents: 1 }, 'needs_review', '$0.01 was refunded'],
    ['and is disputed', { dispute: 'open' }, 'needs_review', 'disputes the charge (open)'],
  ] as const)('%s', (_name, change, state, review) => {
    const { to, change: written } = captureOf(attemptOf({}), paid(change), 'UTC')
    expect(to).toBe(state)
    expect(textOf(...(written?.reviewReasons ?? []))).toContain(review)
  })

  it('late is booked and needs review', () => {
    const late = captureOf(attemptOf({ state: 'expired' }), paid(), 'UTC')
    expect([late.to, late.change?.reviewReasons]).toEqual(['captured', [LATE]])
    expect(textOf(LATE)).toBe(LATE_TEXT)
  })
})

describe('a review', () => {
  it('always keeps the note about late money', () => {
    const refused = { reason: 'booking_refused', message: 'No.' } as const
    const attempt = attemptOf({ reviewReasons: [LATE, refused] })
    expect(withLate(attempt)).toEqual([LATE])
    expect(withLate(attemptOf({ reviewReasons: [refused] }), refused)).toEqual([refused])
    const once = withReturned([LATE], paid({ refundedCents: 1_000 }), true)
    const twice = withReturned(once, paid({ refundedCents: 2_500, dispute: 'open' }), true)
    expect(textOf(...twice)).toBe(
      `${LATE_TEXT} $25.00 was refunded at the provider. The payer disputes the charge (open). QuickBooks still shows the payment. Please correct it there.`,
    )
  })

  it('says that a dispute is closed, and what to correct if the money is gone or may be gone', () => {
    const open = withReturned([], paid({ dispute: 'needs_response' }), true)
    const won = withReturned(open, paid({ dispute: 'won' }), true)
    expect(textOf(...won)).toBe(
      "The payer's dispute is closed (won). QuickBooks still shows the payment. If the money was returned, please correct it there.",
    )
    expect(textOf(...withReturned(won, paid({ dispute: 'lost' }), true))).toBe(
      "The payer's dispute is closed (lost). QuickBooks still shows the payment. Please correct it there.",
    )
    const both = paid({ dispute: 'resolved', refundedCents: 1_000 })
    expect(textOf(...withReturned(won, both, true))).toBe(
      "$10.00 was refunded at the provider. The payer's dispute is closed (resolved). QuickBooks still shows the payment. Please correct it there.",
    )
  })

  it('is cleared by the booking unless it is about refunds, disputes or late money', () => {
    const waiting = { reason: 'not_booked', failure: { kind: 'undecided' } } as const
    const attempt = attemptOf({ reviewReasons: [waiting] })
    const unapplied = { reason: 'unapplied', cents: 100, changes: [] } as const
    expect(reasonsAfterBooking(attempt)).toEqual([])
    expect(reasonsAfterBooking(attempt, unapplied)).toEqual([unapplied])
    expect(reasonsAfterBooking(attemptOf({ reviewReasons: [LATE] }))).toEqual([LATE])
    const refunded = attemptOf({ reviewReasons: [waiting], refundedCents: 1 })
    expect(reasonsAfterBooking(refunded, unapplied)).toEqual([waiting, unapplied])
  })
})
