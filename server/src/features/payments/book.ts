// Books what was paid into QuickBooks: one payment over all its invoices, exactly once.
import { formatUsd } from '@invoice-desk/contract/money'
import type { Dependencies } from '../../dependencies.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { Invoice } from '../../providers/quickbooks/invoices.ts'
import type { CustomerPayment } from '../../providers/quickbooks/payments.ts'
import { findRealmId } from '../accounting/queries.ts'
import type { Absorb } from './absorb.ts'
import { keysOf } from './attempt.ts'
import { type Attempt, type Line, listLines } from './queries.ts'

/** QuickBooks may refuse what does not fit its balances any more; after this many times someone must look. */
const REFUSALS_MAX = 3

const NAMES = { stripe: 'Stripe', paypal: 'PayPal' } as const

const memoOf = ({ method, reference }: Pick<Attempt, 'method' | 'reference'>): string =>
  `${NAMES[method]} payment (ID: ${reference})`

export const createBook = ({ database, quickbooks }: Dependencies, absorb: Absorb) => {
  const { db } = database

  const applicable = async (attemptId: string) => {
    const lines = await listLines(db, attemptId)
    return applyTo(lines, await quickbooks.invoices.listByIds(lines.map((line) => line.invoiceId)))
  }

  const findBooked = (attempt: Attempt): Promise<CustomerPayment | undefined> =>
    quickbooks.payments.findByMemoId(
      attempt.customerId,
      attempt.reference ?? '',
      dayOf(attempt.createdAt, -1),
    )

  const create = async (attempt: Attempt): Promise<CustomerPayment> =>
    quickbooks.payments.create(
      {
        customerId: attempt.customerId,
        date: dayOf(attempt.capturedAt ?? new Date()),
        totalCents: attempt.totalCents,
        invoices: await applicable(attempt.id),
        memo: memoOf(attempt),
        reference: attempt.reference ?? '',
      },
      keysOf(attempt).booking,
    )

  /** T2: the booking and the end of the attempt; its invoices are free, with their balances settled. */
  const finish = (attempt: Attempt, { id, unappliedCents }: CustomerPayment): Promise<Attempt> => {
    const unapplied = `${formatUsd(unappliedCents)} could not be applied, because the balance was gone; it stands in QuickBooks as the customer's credit.`
    // That it was not booked is over; a refund or a dispute is not.
    const isOpen = attempt.refundedCents > 0 || attempt.dispute !== null
    const review = unappliedCents > 0 ? unapplied : isOpen ? attempt.review : ''
    return absorb.move(
      attempt,
      {
        to: 'booked',
        action: 'payment_booked',
        change: { qboPaymentId: id, unappliedCents, review },
        details: { qboPaymentId: id, ...(unappliedCents > 0 && { unappliedCents }) },
      },
      async (tx, booked) => {
        if (unappliedCents > 0) await absorb.tellStaff(tx, booked)
      },
    )
  }

  const refused = async (attempt: Attempt, error: ProviderError): Promise<Attempt> => {
    const bookingGeneration = attempt.bookingGeneration + 1
    const isHopeless = bookingGeneration >= REFUSALS_MAX
    const review = `QuickBooks refused the booking: ${error.message}`
    const next = await absorb.move(
      attempt,
      {
        to: isHopeless ? 'needs_review' : 'booking',
        action: 'payment_booking_refused',
        change: { bookingGeneration, ...(isHopeless && { review }) },
        details: { reason: error.message },
      },
      async (tx, moved) => {
        if (isHopeless) await absorb.tellStaff(tx, moved)
      },
    )
    return isHopeless ? next : book(next)
  }

  const isOtherCompany = async ({ realmId }: Attempt): Promise<boolean> => {
    const connected = await findRealmId(db)
    return connected !== undefined && connected !== realmId
  }

  const book = async (attempt: Attempt): Promise<Attempt> => {
    if (await isOtherCompany(attempt)) {
      await absorb.review(
        attempt,
        'It belongs to another QuickBooks company than the one connected.',
      )
      return attempt
    }
    // T1: from here on a booking may exist, so every later try looks for it first.
    const isFirst = attempt.state === 'captured'
    const row = isFirst
      ? await absorb.move(attempt, { to: 'booking', action: 'payment_booking' })
      : attempt
    if (row.state !== 'booking') return row
    const standing = isFirst ? undefined : await findBooked(row)
    if (standing) return finish(row, standing)
    try {
      return await finish(row, await create(row))
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'rejected') return refused(row, error)
      throw error
    }
  }

  return book
}

/** What this payment may still put on each invoice: someone may have paid it another way meanwhile. */
const applyTo = (
  lines: readonly Pick<Line, 'invoiceId' | 'amountCents'>[],
  invoices: readonly Pick<Invoice, 'id' | 'balanceCents'>[],
) => {
  const balances = new Map(invoices.map(({ id, balanceCents }) => [id, balanceCents]))
  return lines
    .map(({ invoiceId, amountCents }) => ({
      id: invoiceId,
      amountCents: Math.min(amountCents, Math.max(0, balances.get(invoiceId) ?? 0)),
    }))
    .filter(({ amountCents }) => amountCents > 0)
}

const dayOf = (moment: Date, daysLater = 0): string =>
  new Date(moment.getTime() + daysLater * 86_400_000).toISOString().slice(0, 10)
