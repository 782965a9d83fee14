// Books what was paid into QuickBooks: one payment over all its invoices, exactly once.
import { formatUsd } from '@invoice-desk/contract/money'
import type { Dependencies } from '../../../dependencies.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import type { CustomerPayment } from '../../../providers/quickbooks/payments.ts'
import { findRealmId } from '../../accounting/queries.ts'
import { CALL_MS_MAX, mayBeBooked } from '../attempt/attempt.ts'
import { joinReviews, lateOf, reviewOnceBooked } from '../attempt/captured.ts'
import type { Steps } from '../attempt/steps.ts'
import { type Attempt, findAttempt, markBookingSent } from '../queries.ts'
import { PROVIDERS } from '../reconciliation/compare.ts'
import { createBookings } from './bookings.ts'

/** QuickBooks may refuse what does not fit its balances any more; after this many times someone must look. */
const REFUSALS_MAX = 3

export const createBook = (dependencies: Dependencies, steps: Steps) => {
  const { db } = dependencies.database
  const bookings = createBookings(dependencies)

  /** T2: the booking and the end of the attempt; its invoices are free, with their balances settled. */
  const finish = (attempt: Attempt, { id, unappliedCents }: CustomerPayment): Promise<Attempt> => {
    const unapplied = `${formatUsd(unappliedCents)} could not be applied, because the balance was gone; it stands in QuickBooks as the customer's credit. If the customer paid twice, refund it at ${PROVIDERS[attempt.method]} (${attempt.reference}).`
    const review = reviewOnceBooked(attempt, unappliedCents > 0 ? unapplied : '')
    return steps.move(
      attempt,
      {
        to: 'booked',
        action: 'payment_booked',
        change: { qboPaymentId: id, unappliedCents, review },
        details: { qboPaymentId: id, ...(unappliedCents > 0 && { unappliedCents }) },
      },
      async (tx, booked) => {
        if (unappliedCents > 0) await steps.tellStaff(tx, booked)
      },
    )
  }

  /** QuickBooks made nothing; with the balances of now it may. */
  const refused = async (attempt: Attempt, error: ProviderError): Promise<Attempt> => {
    const bookingGeneration = attempt.bookingGeneration + 1
    const isHopeless = bookingGeneration >= REFUSALS_MAX
    const refusal = `QuickBooks refused the booking: ${error.message}`
    const review = joinReviews(lateOf(attempt.review), refusal)
    const next = await steps.move(
      attempt,
      {
        to: isHopeless ? 'needs_review' : 'booking',
        action: 'payment_booking_refused',
        change: { bookingGeneration, bookingSentAt: null, ...(isHopeless && { review }) },
        details: { reason: error.message },
      },
      async (tx, moved) => {
        if (isHopeless) await steps.tellStaff(tx, moved)
      },
    )
    return next.state === 'booking' && next.bookingSentAt === null ? book(next) : next
  }

  const isOtherCompany = async ({ realmId }: Attempt): Promise<boolean> => {
    const connected = await findRealmId(db)
    return connected !== undefined && connected !== realmId
  }

  /** T1: that a booking is sent, before it is; undefined for whoever did not win this step. */
  const send = (attempt: Attempt): Promise<Attempt | undefined> => {
    const bookingSentAt = new Date()
    if (attempt.state === 'booking') return markBookingSent(db, attempt, bookingSentAt)
    const change = { bookingSentAt }
    return steps.tryMove(attempt, { to: 'booking', action: 'payment_booking', change })
  }

  const book = async (attempt: Attempt): Promise<Attempt> => {
    if (await isOtherCompany(attempt)) {
      const text = 'It belongs to another QuickBooks company than the one connected.'
      await steps.review(attempt, joinReviews(lateOf(attempt.review), text))
      return attempt
    }
    const before = attempt.bookingSentAt
    const standing = mayBeBooked(attempt) ? await bookings.find(attempt) : undefined
    if (standing) return finish(attempt, standing)
    const row = await send(attempt)
    if (!row) return (await findAttempt(db, attempt.id)) ?? attempt
    try {
      return await finish(row, await bookings.create(row))
    } catch (error) {
      const isRefusal = error instanceof ProviderError && error.kind === 'rejected'
      // A refusal of a repeat says nothing about an earlier call that may still be running.
      const isFirst = before === null || Date.now() - before.getTime() > CALL_MS_MAX
      if (isRefusal && isFirst) return refused(row, error)
      throw error
    }
  }

  return book
}
