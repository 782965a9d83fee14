// The rules of a payment attempt: which state may follow which, when to check it again, and its idempotency keys.
import { createHash } from 'node:crypto'
import { type AttemptState, isFinal } from '@invoice-desk/contract/payments/admin'
import {
  isPaymentMethod,
  PAYMENT_METHODS,
  type PaymentMethod,
} from '@invoice-desk/contract/payments/payment-methods'
import { PAYMENT_MINUTES_MAX } from '@invoice-desk/contract/values/limits'
import type { ProviderName } from '../../../providers/provider-error.ts'

const UNPAID_ENDS = ['failed', 'cancelled', 'expired'] as const
const PAID = ['captured', 'needs_review'] as const

/** A provider's answer can arrive late, so money can still arrive after any final state except `booked`. */
const FOLLOWING: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  created: ['reserved', 'confirming', 'failed'],
  reserved: ['confirming', ...PAID, ...UNPAID_ENDS],
  confirming: ['reserved', 'requires_action', 'unknown', ...PAID, ...UNPAID_ENDS],
  requires_action: ['confirming', 'unknown', ...PAID, ...UNPAID_ENDS],
  unknown: ['confirming', 'requires_action', 'reserved', ...PAID, ...UNPAID_ENDS],
  captured: ['booking', 'needs_review', 'booked'],
  booking: ['booked', 'needs_review'],
  needs_review: ['captured', 'booking', 'booked', ...UNPAID_ENDS],
  booked: [],
  failed: PAID,
  cancelled: PAID,
  expired: PAID,
}

export const canFollow = (from: AttemptState, to: AttemptState): boolean =>
  from === to || FOLLOWING[from].includes(to)

/**
 * The invoices are on hold, and no intent or order of ours can be paid, so a repeated request continues from here.
 * Earlier releases moved an attempt to `reserved` before they opened anything.
 */
export const isUnopened = (attempt: { state: AttemptState; providerId: string | null }): boolean =>
  (attempt.state === 'created' || attempt.state === 'reserved') && attempt.providerId === null

/** QuickBooks replays its answer to a request id for at least this long. */
const BOOKING_REPLAY_MS = 5 * 60_000

/**
 * Whether QuickBooks may have a booking that we don't know about: one was sent, or the attempt is so old that it may
 * have been booked before the database was restored from a backup.
 */
export const mayBeBooked = (
  { state, createdAt }: { state: AttemptState; createdAt: Date },
  now = Date.now(),
): boolean => {
  const age = now - createdAt.getTime()
  return state === 'booking' || age < 0 || age > BOOKING_REPLAY_MS
}

/**
 * A worker renews its lease while it works on an attempt. The lease is short because a payer may be waiting for what
 * a killed process began. If that worker was only slow, both use the same keys: still one charge and one booking.
 */
export const LEASE_SECONDS = 10
export const LEASE_RENEWAL_MS = 3_000

/** A worker that pauses longer than this between recording a call and sending it must not send it. */
export const SEND_MS_MAX = 2 * 60_000
/** No call to a provider or to QuickBooks runs for longer than this, even after we stop waiting for it. */
export const CALL_MS_MAX = 5 * 60_000

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400
/**
 * Most outages last seconds, so the first checks are close together. The six-minute ones are far enough apart that no
 * earlier call can be running, so even a refused repeat tells the outcome. Then hourly and daily.
 */
const PROVIDER_DELAYS = [
  ...[LEASE_SECONDS, 20, 30, 30, MINUTE, MINUTE],
  ...[6 * MINUTE, 6 * MINUTE, 6 * MINUTE, HOUR],
  ...Array<number>(7).fill(DAY),
]
const BOOKING_DELAYS = [LEASE_SECONDS, 10, 20, 30, 30, MINUTE, MINUTE, 2 * MINUTE, 5 * MINUTE]
const BOOKING_DELAY_MAX = 10 * MINUTE

/** Seconds until the janitor's next check; undefined after a week without an answer. */
export const checkDelay = (state: AttemptState, checks: number): number | undefined => {
  if (isFinal(state) || state === 'needs_review') return undefined
  // Paid money must be booked, no matter how long QuickBooks is down.
  if (state === 'captured' || state === 'booking') {
    return BOOKING_DELAYS[checks] ?? BOOKING_DELAY_MAX
  }
  return PROVIDER_DELAYS[checks]
}

/** An outage often ends within a minute, so staff aren't notified of the first checks. */
export const QUIET_CHECKS = 3

type Dated = { readonly createdAt: Date }

/** How long the payer still has. */
export const secondsLeft = ({ createdAt }: Dated, now = Date.now()): number =>
  Math.ceil(PAYMENT_MINUTES_MAX * MINUTE - (now - createdAt.getTime()) / 1_000)

/**
 * Seconds until we check whether the payer has answered. Their page or a webhook usually tells us, but both can get
 * lost. Most payers answer within minutes or not at all. One more check follows when their time is up.
 */
export const payerCheckDelay = ({ createdAt }: Dated, now = Date.now()): number => {
  const age = (now - createdAt.getTime()) / 1_000
  const delay = age < 3 * MINUTE ? 30 : age < 10 * MINUTE ? MINUTE : 5 * MINUTE
  const left = PAYMENT_MINUTES_MAX * MINUTE - age
  return Math.ceil(left > 0 ? Math.min(delay, left) : MINUTE)
}

type Keyed = {
  readonly id: string
  readonly method: PaymentMethod
  readonly generation: number
  readonly bookingGeneration: number
}

/** The idempotency keys for an attempt's calls. A repeat under the same key is the same call. */
export const keysOf = ({ id, method, generation, bookingGeneration }: Keyed) => ({
  ...(PAYMENT_METHODS[method].kind === 'card'
    ? { open: `pi-${id}-0`, confirm: `pi-${id}-${generation + 1}` }
    : { open: `ord-${id}`, confirm: suffixed(`cap-${id}`, generation) }),
  booking: suffixed(`p-${id}`, bookingGeneration),
})

const suffixed = (key: string, generation: number): string =>
  generation === 0 ? key : `${key}-${generation}`

/**
 * The attempt's id is made from the browser's key, and with it every key for a provider. So a request that repeats
 * after the database was restored from a backup is still the same payment for them.
 */
export const attemptIdOf = (key: string): string => {
  const hex = createHash('sha256').update(`payment attempt ${key}`).digest('hex')
  // A UUID of version 8, which is for such ids.
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** Other software that uses the same account at a provider makes ids of other versions. */
export const isAttemptId = (id: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/.test(id)

/** Identifies a request by its whole content. */
export const hashOf = (request: unknown): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('hex')

/** `Invoice 1001` or `Invoices 1001, 1002`. */
export const describeInvoices = (numbers: readonly string[]): string =>
  `${numbers.length === 1 ? 'Invoice' : 'Invoices'} ${numbers.join(', ')}`.trim()

/** What staff call a service. Settling a payment asks only its provider and QuickBooks. */
export const serviceName = (name: ProviderName): string =>
  isPaymentMethod(name) ? PAYMENT_METHODS[name].provider : 'QuickBooks'
