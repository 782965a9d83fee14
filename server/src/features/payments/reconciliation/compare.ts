// Compares the providers' charges, our attempts and QuickBooks' payments, and describes the differences.

import { isFinal, type PaymentDifference } from '@invoice-desk/contract/payments/admin'
import { PAYMENT_METHODS } from '@invoice-desk/contract/payments/payment-methods'
import { formatMoney, formatUsd, HOME_CURRENCY } from '@invoice-desk/contract/values/money'
import type { ProviderCharge } from '../../../providers/payment-provider.ts'
import type { CustomerPayment } from '../../../providers/quickbooks/payments.ts'
import { needsReview } from '../attempt/review.ts'
import { providerOf } from '../attempt/review-text.ts'
import type { Attempt } from '../queries.ts'

/** Anything younger may still be in progress. */
const GRACE_MS = 10 * 60_000

export type Charge = ProviderCharge & { readonly method: Attempt['method'] }
export type Booking = CustomerPayment & { readonly reference: string }

const isYoung = (moment: Date, now: Date): boolean => now.getTime() - moment.getTime() < GRACE_MS

const difference = (
  kind: PaymentDifference['kind'],
  { id, reference, providerId }: Attempt,
  text: string,
): PaymentDifference => {
  const named = reference ?? providerId
  return { kind, attemptId: id, ...(named !== null && { providerId: named }), text }
}

/** `$60.00 was paid`, and what of it was refunded. */
const paidText = (cents: number, refundedCents: number, currency: string = HOME_CURRENCY) => {
  const paid = `${formatMoney(cents, currency)} was paid`
  if (refundedCents === 0) return paid
  const part = refundedCents < cents ? `${formatMoney(refundedCents, currency)} of it ` : ''
  return `${paid} and ${part}refunded`
}

const chargePaidText = ({ amountCents, refundedCents, currency }: Charge): string =>
  paidText(amountCents, refundedCents, currency.toUpperCase())

const amountOf = ({ amountCents, currency }: Charge): string =>
  formatMoney(amountCents, currency.toUpperCase())

export const compareCharge = (
  charge: Charge,
  attempt: Attempt | undefined,
  now: Date,
): PaymentDifference | undefined => {
  const { reference } = charge
  const { provider } = PAYMENT_METHODS[charge.method]
  const charged = amountOf(charge)
  if (attempt?.providerId !== charge.providerId) {
    const text = `${provider} shows a charge of ${charged} (${reference}) that we have no payment for.`
    return { kind: 'charge_without_attempt', providerId: reference, text }
  }
  const expected = attempt.capturedCents ?? attempt.totalCents
  const isUnresolved = expected !== attempt.totalCents && needsReview(attempt)
  // Money in another currency doesn't count.
  const dollarCents = charge.currency.toUpperCase() === HOME_CURRENCY ? charge.amountCents : 0
  if (dollarCents !== expected || isUnresolved) {
    const text = `${provider} charged ${charged} instead of ${formatUsd(attempt.totalCents)}.`
    return difference('amount_differs', attempt, text)
  }
  if (charge.isDisputed && attempt.dispute === null) {
    const text = `${provider} reports a dispute about ${reference}, but we couldn't read its status.`
    return difference('dispute_unread', attempt, text)
  }
  // If an attempt ended and its money is recorded, it's booked, or staff resolved it.
  const isSettled = isFinal(attempt.state) && attempt.reference !== null
  if (isSettled || isYoung(attempt.capturedAt ?? attempt.updatedAt, now)) return undefined
  const missing =
    charge.refundedCents > 0 ? '. QuickBooks has neither.' : " but isn't booked in QuickBooks."
  const text = `${chargePaidText(charge)} at ${provider} (${reference})${missing}`
  return difference('charge_not_booked', attempt, text)
}

/** Money for an attempt that had ended without it: its invoices may have been paid another way since. */
export const lateCharge = (
  charge: Charge,
  ended: Attempt,
  current: Attempt | undefined,
): PaymentDifference => {
  const { provider } = PAYMENT_METHODS[charge.method]
  const { reference, amountCents, refundedCents } = charge
  const late = `for a payment that was already marked as ${ended.state}.`
  const taken =
    refundedCents > 0
      ? `${chargePaidText(charge)} at ${provider} (${reference}) ${late}`
      : `${provider} took ${amountOf(charge)} (${reference}) ${late}`
  const isBooked = refundedCents === 0 && current?.reference !== null
  const result = isBooked ? 'It counts as paid now and will be booked.' : "We couldn't book it."
  const advice = 'If the customer paid another way in the meantime, refund one of the two.'
  const text = [taken, result, ...(refundedCents < amountCents ? [advice] : [])].join(' ')
  return { ...difference('charge_after_end', ended, text), providerId: reference }
}

export const missingCharge = (attempt: Attempt): PaymentDifference => {
  const paid = formatUsd(attempt.capturedCents ?? attempt.totalCents)
  const text = `We recorded ${paid} as paid (${attempt.reference}), but ${providerOf(attempt)} has no such charge.`
  return difference('attempt_without_charge', attempt, text)
}

/** Compares a booked attempt with QuickBooks, which may have no payment for it, one, or several by mistake. */
export const compareBooking = (
  attempt: Attempt,
  bookings: readonly CustomerPayment[],
  now: Date,
): PaymentDifference | undefined => {
  const { totalCents, refundedCents, qboPaymentId } = attempt
  const paid = formatUsd(totalCents)
  const whatWasPaid = paidText(totalCents, refundedCents)
  const differ = (kind: PaymentDifference['kind'], text: string) => ({
    ...difference(kind, attempt, text),
    ...(qboPaymentId !== null && { qboPaymentId }),
  })
  // A voided payment stays in QuickBooks with an amount of zero.
  const worth = bookings.filter((each) => each.totalCents > 0)
  const [booking, ...others] = worth.length > 0 ? worth : bookings
  if (!booking) {
    // Staff may delete the booking of a fully refunded payment.
    if (refundedCents >= totalCents || isYoung(attempt.updatedAt, now)) return undefined
    return differ(
      'booking_missing',
      `${paid} was booked as QuickBooks payment ${qboPaymentId}, but QuickBooks no longer has it.`,
    )
  }
  if (others.length > 0) {
    const ids = worth.map(({ id }) => id).join(' and ')
    const text = `${whatWasPaid} (${attempt.reference}) but booked in QuickBooks as payments ${ids}.`
    return differ('booked_twice', text)
  }
  const bookedCents = booking.currency === HOME_CURRENCY ? booking.totalCents : undefined
  if (bookedCents === totalCents) {
    if (refundedCents === 0 || !needsReview(attempt)) return undefined
    const text = `${formatUsd(refundedCents)} was refunded at ${providerOf(attempt)}, but QuickBooks payment ${booking.id} still shows ${paid}.`
    return differ('refund_not_booked', text)
  }
  if (bookedCents === totalCents - refundedCents) return undefined
  const booked = formatMoney(booking.totalCents, booking.currency)
  const text = `QuickBooks payment ${booking.id} is for ${booked}, but ${whatWasPaid}.`
  return differ('booking_amount_differs', text)
}

export const strayBooking = (
  booking: Pick<Booking, 'id' | 'currency' | 'totalCents' | 'reference'>,
): PaymentDifference => {
  const { id, currency, totalCents, reference } = booking
  const text = `QuickBooks payment ${id} for ${formatMoney(totalCents, currency)} names ${reference}, but we have no payment with that id.`
  return { kind: 'booking_without_attempt', providerId: reference, qboPaymentId: id, text }
}
