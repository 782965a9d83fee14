import { describe, expect, it } from 'vitest'
import type { PaidState } from '../../../providers/payment-provider.ts'
import type { Attempt } from '../queries.ts'
import { captureOf, latePart, refundReview, reviewAfterBooking } from './review.ts'

const attemptOf = (change: Partial<Attempt>) =>
  ({
    method: 'paypal',
    state: 'confirming',
    totalCents: 5_000,
    refundedCents: 0,
    dispute: null,
    review: '',
    ...change,
  }) as Attempt
const paid = (change: Partial<PaidState> = {}): PaidState => ({
  kind: 'paid',
  reference: 'cap_1',
  amountCents: 5_000,
  currency: 'usd',
  refundedCents: 0,
  ...change,
})
const LATE =
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
    expect(written?.review).toContain(review)
  })

  it('late is booked and needs review', () => {
    const late = captureOf(attemptOf({ state: 'expired' }), paid(), 'UTC')
    expect([late.to, late.change?.review]).toEqual(['captured', LATE])
  })
})

describe('a review', () => {
  it('always keeps the note about late money', () => {
    expect(latePart(`${LATE} QuickBooks refused the booking.`)).toBe(LATE)
    expect(latePart('QuickBooks refused the booking.')).toBe('')
    const once = refundReview(LATE, paid({ refundedCents: 1_000 }), true)
    const twice = refundReview(once, paid({ refundedCents: 2_500, dispute: 'open' }), true)
    expect(twice).toBe(
      `${LATE} $25.00 was refunded at the provider. The payer disputes the charge (open). QuickBooks still shows the payment. Please correct it there.`,
    )
  })

  it('says that a dispute is closed, and what to correct if the money is gone or may be gone', () => {
    const open = refundReview('', paid({ dispute: 'needs_response' }), true)
    const won = refundReview(open, paid({ dispute: 'won' }), true)
    expect(won).toBe(
      "The payer's dispute is closed (won). QuickBooks still shows the payment. If the money was returned, please correct it there.",
    )
    expect(refundReview(won, paid({ dispute: 'lost' }), true)).toBe(
      "The payer's dispute is closed (lost). QuickBooks still shows the payment. Please correct it there.",
    )
    expect(refundReview(won, paid({ dispute: 'resolved', refundedCents: 1_000 }), true)).toBe(
      "$10.00 was refunded at the provider. The payer's dispute is closed (resolved). QuickBooks still shows the payment. Please correct it there.",
    )
  })

  it('replaces a note from an earlier release', () => {
    const before =
      '$5.00 was refunded at the provider. QuickBooks still shows the payment: please correct it there.'
    expect(refundReview(before, paid({ refundedCents: 1_000 }), true)).toBe(
      '$10.00 was refunded at the provider. QuickBooks still shows the payment. Please correct it there.',
    )
  })

  it('is cleared by the booking unless it is about refunds, disputes or late money', () => {
    const waiting = attemptOf({ review: 'Paid but not booked yet: no answer.' })
    expect(reviewAfterBooking(waiting, '')).toBe('')
    expect(reviewAfterBooking(waiting, "We couldn't apply $1.00.")).toBe("We couldn't apply $1.00.")
    expect(reviewAfterBooking(attemptOf({ review: LATE }), '')).toBe(LATE)
    const refunded = attemptOf({ review: 'Refunded.', refundedCents: 1 })
    expect(reviewAfterBooking(refunded, '')).toBe('Refunded.')
  })
})
