// The rules of a payment attempt: which state may follow which, who holds the invoices, and when to ask again.
import { createHash } from 'node:crypto'
import { PAYMENT_MINUTES_MAX } from '@invoice-desk/contract/limits'
import { type AttemptState, isFinal } from '@invoice-desk/contract/payments-admin'

/**
 * Money can turn up on an attempt that was given up, because a provider's answer can be late; that is why
 * every end but `booked` may still become `captured`.
 */
const FOLLOWING: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  created: ['reserved', 'failed'],
  reserved: ['confirming', 'captured', 'needs_review', 'failed', 'cancelled', 'expired'],
  confirming: [
    'reserved',
    'requires_action',
    'unknown',
    'captured',
    'needs_review',
    'failed',
    'cancelled',
    'expired',
  ],
  requires_action: [
    'confirming',
    'unknown',
    'captured',
    'needs_review',
    'failed',
    'cancelled',
    'expired',
  ],
  unknown: [
    'confirming',
    'requires_action',
    'reserved',
    'captured',
    'needs_review',
    'failed',
    'cancelled',
    'expired',
  ],
  captured: ['booking', 'needs_review', 'booked'],
  booking: ['booked', 'needs_review'],
  needs_review: ['captured', 'booking', 'booked', 'failed', 'cancelled', 'expired'],
  booked: [],
  failed: ['captured', 'needs_review'],
  cancelled: ['captured', 'needs_review'],
  expired: ['captured', 'needs_review'],
}

/** QuickBooks repeats its answer to a request id for at least this long. */
const BOOKING_REPEATED_MS = 5 * 60_000

/**
 * Whether QuickBooks may have a booking that we don't know of: one was sent, or the payment is old enough to have
 * been booked by a desk whose database was restored since. Every row of a restored database is old.
 */
export const mayBeBooked = (
  { state, createdAt }: { state: AttemptState; createdAt: Date },
  now = Date.now(),
): boolean => {
  const age = now - createdAt.getTime()
  return state === 'booking' || age < 0 || age > BOOKING_REPEATED_MS
}

/** The invoices are held and the provider has not heard of it: the same request again goes on from here. */
export const isUntold = (attempt: { state: AttemptState; providerId: string | null }): boolean =>
  attempt.state === 'reserved' && attempt.providerId === null

export const canFollow = (from: AttemptState, to: AttemptState): boolean =>
  from === to || FOLLOWING[from].includes(to)

/**
 * Whoever works on an attempt says so again and again; silent for this long, they are taken for dead. A payer
 * may be waiting for what a killed process began, so it is short. Were they only slow, two would work under
 * the same keys, and still there would be one charge and one booking.
 */
export const CLAIM_SECONDS = 10
export const CLAIM_RENEWAL_MS = 3_000

/** Who stood still for longer between noting a call and sending it must not send it any more. */
export const SEND_MS_MAX = 2 * 60_000
/** No call to a provider or to QuickBooks runs for longer than this, whether or not we still wait for it. */
export const CALL_MS_MAX = 5 * 60_000

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400
/**
 * Most outages last seconds, so the first questions follow closely; then an hour later, and daily. In between they
 * are so far apart that no earlier call can be running: then even a refused repeat says what became of it.
 */
const PROVIDER_PAUSES = [
  ...[CLAIM_SECONDS, 20, 30, 30, MINUTE, MINUTE],
  ...[6 * MINUTE, 6 * MINUTE, 6 * MINUTE, HOUR],
  ...Array<number>(7).fill(DAY),
]
const BOOKING_PAUSES = [CLAIM_SECONDS, 10, 20, 30, 30, MINUTE, MINUTE, 2 * MINUTE, 5 * MINUTE]
const BOOKING_PAUSE_MAX = 10 * MINUTE

/** Seconds until the janitor asks again; undefined once asking has not helped for a week. */
export const pauseAfter = (state: AttemptState, checks: number): number | undefined => {
  if (isFinal(state) || state === 'needs_review') return undefined
  // What was paid must be booked, however long QuickBooks is away.
  if (state === 'captured' || state === 'booking') {
    return BOOKING_PAUSES[checks] ?? BOOKING_PAUSE_MAX
  }
  return PROVIDER_PAUSES[checks]
}

/**
 * Seconds until we look whether the payer has answered. Their page or a webhook says so at once, but both can
 * be lost. Most answer within minutes or not at all; when their time is up we look once more.
 */
export const payerPauseOf = (ageSeconds: number): number => {
  const pause = ageSeconds < 3 * MINUTE ? 30 : ageSeconds < 10 * MINUTE ? MINUTE : 5 * MINUTE
  const left = PAYMENT_MINUTES_MAX * MINUTE - ageSeconds
  return left > 0 ? Math.min(pause, left) : MINUTE
}

type Dated = { readonly createdAt: Date }

/** Until the payer has had their time. */
export const secondsLeft = ({ createdAt }: Dated, now = Date.now()): number =>
  Math.ceil(PAYMENT_MINUTES_MAX * MINUTE - (now - createdAt.getTime()) / 1_000)

/** Until we look again whether the payer has done their part. */
export const payerPause = ({ createdAt }: Dated): number =>
  Math.ceil(payerPauseOf((Date.now() - createdAt.getTime()) / 1_000))

/** Booking that has not worked for about half an hour is something staff should know of. */
export const BOOKING_CHECKS_UNNOTICED = 11

/** The keys that make a call to a provider the same call when it is repeated. */
export const keysOf = ({ id, generation, bookingGeneration }: Generations) => ({
  intent: `pi-${id}-0`,
  confirm: `pi-${id}-${generation + 1}`,
  order: `ord-${id}`,
  capture: suffixed(`cap-${id}`, generation),
  booking: suffixed(`p-${id}`, bookingGeneration),
})

type Generations = { id: string; generation: number; bookingGeneration: number }

const suffixed = (key: string, generation: number): string =>
  generation === 0 ? key : `${key}-${generation}`

/** Two requests are the same when everything in them is. */
export const hashOf = (request: unknown): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('hex')

/** `Invoice 1001`, `Invoices 1001, 1002`: for statements and descriptions. */
export const describe = (numbers: readonly string[]): string =>
  `${numbers.length === 1 ? 'Invoice' : 'Invoices'} ${numbers.join(', ')}`
