// Names what disagrees between the providers' charges, our attempts and QuickBooks' payments. It only compares:
// everything it needs has been read before.
import { formatMoney, formatUsd, HOME_CURRENCY } from '@invoice-desk/contract/money'
import { isFinal, type PaymentDifference } from '@invoice-desk/contract/payments-admin'
import type { ProviderCharge } from '../../../providers/payment-state.ts'
import type { CustomerPayment } from '../../../providers/quickbooks/payments.ts'
import type { Attempt } from '../queries.ts'

/** What is younger may still be on its way. */
const GRACE_MS = 10 * 60_000

export const PROVIDERS = { stripe: 'Stripe', paypal: 'PayPal' } as const

export type Charge = ProviderCharge & { readonly method: Attempt['method'] }

/** Staff have not said yet that they took care of it. */
const needsLook = ({ review, state }: Attempt): boolean => review !== '' || state === 'needs_review'

const isYoung = (moment: Date, now: Date): boolean => now.getTime() - moment.getTime() < GRACE_MS

const ofAttempt = ({ id, reference, providerId }: Attempt) => {
  const named = reference ?? providerId
  return { attemptId: id, ...(named !== null && { providerId: named }) }
}

/** The charge of a card is its intent; that of a wallet was found through the attempt itself. */
const belongsTo = ({ method, reference }: Charge, attempt: Attempt): boolean =>
  method === 'stripe' ? attempt.providerId === reference : true

const isHome = ({ currency }: Charge): boolean => currency.toUpperCase() === HOME_CURRENCY

const chargedOf = ({ amountCents, currency }: Charge): string =>
  formatMoney(amountCents, currency.toUpperCase())

export const compareCharge = (
  charge: Charge,
  attempt: Attempt | undefined,
  now: Date,
): PaymentDifference | undefined => {
  const provider = PROVIDERS[charge.method]
  const charged = chargedOf(charge)
  if (!attempt || !belongsTo(charge, attempt)) {
    const text = `${provider} has a charge of ${charged} (${charge.reference}) that no payment here belongs to.`
    return { kind: 'charge_without_attempt', providerId: charge.reference, text }
  }
  const expected = attempt.capturedCents ?? attempt.totalCents
  const isOtherThanAsked = expected !== attempt.totalCents && needsLook(attempt)
  // What came in another currency is noted here as none of ours.
  const dollars = isHome(charge) ? charge.amountCents : 0
  if (dollars !== expected || isOtherThanAsked) {
    const text = `${provider} charged ${charged}, and ${formatUsd(attempt.totalCents)} was asked for.`
    return { kind: 'amount_differs', ...ofAttempt(attempt), text }
  }
  if (charge.isDisputed && attempt.dispute === null) {
    const text = `${provider} has a dispute about ${charge.reference}, and could not be asked how it stands.`
    return { kind: 'dispute_unread', ...ofAttempt(attempt), text }
  }
  // Whatever ended with its money known is booked, or staff took care of it.
  const isSettled = isFinal(attempt.state) && attempt.reference !== null
  if (isSettled || isYoung(attempt.capturedAt ?? attempt.updatedAt, now)) return undefined
  const text = `${charged} was paid at ${provider} (${charge.reference}) and is not booked in QuickBooks.`
  return { kind: 'charge_not_booked', ...ofAttempt(attempt), text }
}

/** Money for an attempt that had ended without it: meanwhile its invoices could be paid another way. */
export const lateCharge = (
  charge: Charge,
  ended: Attempt,
  now: Attempt | undefined,
): PaymentDifference => {
  const { method, reference } = charge
  const provider = PROVIDERS[method]
  const taken = `${provider} took ${chargedOf(charge)} (${reference}) for a payment that had ended as ${ended.state}.`
  const todo =
    now?.reference === null
      ? 'It could not be booked.'
      : 'It counts as paid now and will be booked.'
  const text = `${taken} ${todo} If the customer paid another way in the meantime, refund one of the two.`
  return { kind: 'charge_after_end', ...ofAttempt(ended), providerId: reference, text }
}

export const missingCharge = (attempt: Attempt): PaymentDifference => ({
  kind: 'attempt_without_charge',
  ...ofAttempt(attempt),
  text: `${formatUsd(attempt.capturedCents ?? attempt.totalCents)} is noted here as paid (${attempt.reference}), and ${PROVIDERS[attempt.method]} has no such charge.`,
})

/** What QuickBooks has of one attempt that is booked: none, one or, by mistake, several. */
export const compareBooking = (
  attempt: Attempt,
  bookings: readonly CustomerPayment[],
  now: Date,
): PaymentDifference | undefined => {
  const { totalCents, refundedCents, qboPaymentId } = attempt
  const paid = formatUsd(totalCents)
  const base = { ...ofAttempt(attempt), ...(qboPaymentId !== null && { qboPaymentId }) }
  // What was voided stays in QuickBooks, worth nothing.
  const worth = bookings.filter((each) => each.totalCents > 0)
  const [booking, ...others] = worth.length > 0 ? worth : bookings
  if (!booking) {
    // Staff may have removed it with all its money gone back.
    if (refundedCents >= totalCents || isYoung(attempt.updatedAt, now)) return undefined
    const text = `${paid} was booked as QuickBooks payment ${qboPaymentId}, and QuickBooks no longer has it.`
    return { kind: 'booking_missing', ...base, text }
  }
  if (others.length > 0) {
    const ids = worth.map(({ id }) => id).join(' and ')
    const text = `${paid} was paid once (${attempt.reference}) and stands in QuickBooks as payments ${ids}.`
    return { kind: 'booked_twice', ...base, text }
  }
  const bookedCents = booking.currency === HOME_CURRENCY ? booking.totalCents : undefined
  if (bookedCents === totalCents) {
    if (refundedCents === 0 || !needsLook(attempt)) return undefined
    const text = `${formatUsd(refundedCents)} was refunded at ${PROVIDERS[attempt.method]}, and QuickBooks payment ${booking.id} still shows ${paid}.`
    return { kind: 'refund_not_booked', ...base, text }
  }
  if (bookedCents === totalCents - refundedCents) return undefined
  const text = `QuickBooks payment ${booking.id} is over ${formatMoney(booking.totalCents, booking.currency)}, and ${paid} was paid.`
  return { kind: 'booking_amount_differs', ...base, text }
}

export const strayBooking = ({
  id,
  currency,
  totalCents,
  reference,
}: Pick<CustomerPayment, 'id' | 'currency' | 'totalCents'> & {
  reference: string
}): PaymentDifference => ({
  kind: 'booking_without_attempt',
  providerId: reference,
  qboPaymentId: id,
  text: `QuickBooks payment ${id} over ${formatMoney(totalCents, currency)} names ${reference}, and no payment here has that id.`,
})
