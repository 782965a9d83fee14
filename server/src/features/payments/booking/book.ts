// Books a payment in QuickBooks exactly once, as one payment for all its invoices.
import { addDays, businessDay } from '@invoice-desk/contract/values/business-day'
import type { InvoiceChange } from '../../../db/schema/review-reasons.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import type { Invoice } from '../../../providers/quickbooks/invoices.ts'
import type { CustomerPayment } from '../../../providers/quickbooks/payments.ts'
import { findRealmId } from '../../accounting/connection/queries.ts'
import { CALL_MS_MAX, keysOf, mayBeBooked } from '../attempt/attempt.ts'
import { listLiveInvoices } from '../attempt/balances.ts'
import { reasonsAfterBooking, withLate } from '../attempt/review.ts'
import { providerOf } from '../attempt/review-text.ts'
import { markSent } from '../attempt/store-move.ts'
import { askForReview, moveOrReload, reload, tryMove } from '../attempt/transitions.ts'
import { type Attempt, type Line, listLines } from '../queries.ts'
import { paidDayOf } from '../receipt/receipt-facts.ts'

/** QuickBooks may refuse a booking that no longer fits the balances. After this many refusals, staff must step in. */
const REFUSALS_MAX = 3

/** If the business's time zone has changed, the booking may have an earlier date. No two zones are further apart. */
const ZONE_DAYS_MAX = 2

const findBooking = (deps: Dependencies, attempt: Attempt): Promise<CustomerPayment | undefined> =>
  deps.quickbooks
    .for('money')
    .payments.findByMemoId(
      attempt.customerId,
      attempt.reference ?? '',
      addDays(businessDay(attempt.createdAt, deps.config.businessTimeZone), -ZONE_DAYS_MAX),
    )

type Booked = {
  readonly booking: CustomerPayment
  /** Why not all of it could be applied. Nothing if the booking was found, not created. */
  readonly changes?: readonly InvoiceChange[]
}

const createBooking = async (deps: Dependencies, attempt: Attempt): Promise<Booked> => {
  const lines = await listLines(deps.database.db, attempt.id)
  const invoices = await listLiveInvoices(deps, lines)
  const payment = {
    realmId: attempt.realmId,
    customerId: attempt.customerId,
    date: paidDayOf(deps.config, attempt),
    totalCents: attempt.totalCents,
    invoices: applyTo(lines, invoices),
    memo: `${providerOf(attempt)} payment (ID: ${attempt.reference})`,
    reference: attempt.reference ?? '',
  }
  const booking = await deps.quickbooks
    .for('money')
    .payments.create(payment, keysOf(attempt).booking)
  return { booking, changes: changesSince(lines, invoices) }
}

/** How much of the payment each invoice can still take. It may have been paid another way since. */
const applyTo = (lines: readonly Line[], invoices: readonly Invoice[]) => {
  const balances = new Map(invoices.map(({ id, balanceCents }) => [id, balanceCents]))
  return lines
    .map(({ invoiceId, amountCents }) => ({
      id: invoiceId,
      amountCents: Math.min(amountCents, Math.max(0, balances.get(invoiceId) ?? 0)),
    }))
    .filter(({ amountCents }) => amountCents > 0)
}

/** What happened in QuickBooks to invoices that can't take their part, since the payer was charged. */
const changesSince = (lines: readonly Line[], invoices: readonly Invoice[]): InvoiceChange[] =>
  lines.flatMap(({ invoiceId, invoiceNumber, amountCents }) => {
    const invoice = invoices.find(({ id }) => id === invoiceId)
    if (invoice && invoice.balanceCents >= amountCents) return []
    return { number: invoiceNumber, ...changeOf(invoice) }
  })

const changeOf = (invoice: Invoice | undefined): Omit<InvoiceChange, 'number'> => {
  if (!invoice) return { change: 'deleted' }
  if (invoice.totalCents === 0) return { change: 'voided' }
  const { balanceCents: cents } = invoice
  return cents <= 0 ? { change: 'paid' } : { change: 'reduced', cents }
}

/** Stores the booking and ends the attempt, which releases its invoices. */
const finish = (
  deps: Dependencies,
  attempt: Attempt,
  { booking: { id: qboPaymentId, unappliedCents }, changes = [] }: Booked,
): Promise<Attempt> => {
  const isUnapplied = unappliedCents > 0
  const unapplied = { reason: 'unapplied', cents: unappliedCents, changes } as const
  const reviewReasons = reasonsAfterBooking(attempt, ...(isUnapplied ? [unapplied] : []))
  return moveOrReload(deps, attempt, {
    to: 'booked',
    action: 'payment_booked',
    change: { qboPaymentId, unappliedCents, reviewReasons },
    details: { qboPaymentId, ...(isUnapplied && { unappliedCents }) },
    notify: isUnapplied,
  })
}

/** So that the next search shows the new balances. Webhooks bring them too. */
const keepBooking = async (
  deps: Dependencies,
  { id, realmId }: Attempt,
  booking: CustomerPayment,
): Promise<void> => {
  await deps.books.keep(realmId, 'payment', [booking])
  const lines = await listLines(deps.database.db, id)
  await listLiveInvoices(deps, lines).then(
    (invoices) => deps.books.keep(realmId, 'invoice', invoices),
    () => {},
  )
}

/** QuickBooks created nothing. It may accept the booking at the next check, with the balances of then. */
const retryRefused = async (
  deps: Dependencies,
  attempt: Attempt,
  { message: reason }: ProviderError,
): Promise<Attempt> => {
  const bookingGeneration = attempt.bookingGeneration + 1
  const isLastRefusal = bookingGeneration >= REFUSALS_MAX
  const reviewReasons = withLate(attempt, { reason: 'booking_refused', message: reason })
  return moveOrReload(deps, attempt, {
    to: isLastRefusal ? 'needs_review' : 'booking',
    action: 'payment_booking_refused',
    change: { bookingGeneration, bookingSentAt: null, ...(isLastRefusal && { reviewReasons }) },
    details: { reason },
    notify: isLastRefusal,
  })
}

/** Records the booking call before it's sent. Undefined for a worker that lost the race. */
const beginSending = (deps: Dependencies, attempt: Attempt): Promise<Attempt | undefined> => {
  if (attempt.state === 'booking') return markSent(deps.database.db, attempt, 'bookingSentAt')
  const change = { bookingSentAt: new Date() }
  return tryMove(deps, attempt, { to: 'booking', action: 'payment_booking', change })
}

export const book = async (deps: Dependencies, attempt: Attempt): Promise<Attempt> => {
  const connected = await findRealmId(deps.database.db)
  if (connected !== undefined && connected !== attempt.realmId) {
    const reviewReasons = withLate(attempt, { reason: 'other_company' })
    await askForReview(deps, attempt, { reviewReasons })
    return attempt
  }
  const sentBefore = attempt.bookingSentAt
  const existing = mayBeBooked(attempt) ? await findBooking(deps, attempt) : undefined
  if (existing) return finish(deps, attempt, { booking: existing })
  const row = await beginSending(deps, attempt)
  if (!row) return reload(deps, attempt)
  try {
    const created = await createBooking(deps, row)
    const booked = await finish(deps, row, created)
    await keepBooking(deps, row, created.booking)
    return booked
  } catch (error) {
    const isRefusal = error instanceof ProviderError && error.kind === 'rejected'
    // A refusal of a repeat says nothing about an earlier call that may still be running.
    const isFirst = sentBefore === null || Date.now() - sentBefore.getTime() > CALL_MS_MAX
    if (isRefusal && isFirst) return retryRefused(deps, row, error)
    throw error
  }
}
