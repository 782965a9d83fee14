// Finds every difference between the providers, our attempts and QuickBooks. It first settles what it can, so only
// differences that need a person are left.

import { isFinal, type PaymentDifference } from '@invoice-desk/contract/payments/admin'
import { PAYMENT_METHODS } from '@invoice-desk/contract/payments/payment-methods'
import type { Dependencies } from '../../../dependencies.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import { findRealmId } from '../../accounting/connection/queries.ts'
import { settle } from '../attempt/settle.ts'
import { type Attempt, listAttemptsByIds, listAttemptsByReferences } from '../queries.ts'
import {
  type Charge,
  compareBooking,
  compareCharge,
  lateCharge,
  missingCharge,
  strayBooking,
} from './compare.ts'
import { listAttemptsSince } from './queries.ts'
import { readBookings, readCharges, type Unread } from './sources.ts'

const ATTEMPTS_MAX = 20_000
const DIFFERENCES_MAX = 1_000
const NAMED_MAX = 5

type Found = { differences: PaymentDifference[]; count: number; failures: string[] }

/** The attempts that these charges name, by id. */
const mapCharged = async (
  { database }: Dependencies,
  charges: readonly Charge[],
  attempts: readonly Attempt[],
): Promise<Map<string, Attempt>> => {
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]))
  const others = charges.flatMap(({ attemptId }) => attemptId ?? []).filter((id) => !byId.has(id))
  for (const row of await listAttemptsByIds(database.db, others)) byId.set(row.id, row)
  return byId
}

/** Settles the attempts that don't know about their charge, refund or dispute yet, and reads them again. */
const catchUp = async (
  deps: Dependencies,
  charges: readonly Charge[],
  before: ReadonlyMap<string, Attempt>,
): Promise<Map<string, Attempt>> => {
  const behind = charges.flatMap((charge) => {
    const attempt = before.get(charge.attemptId ?? '')
    return attempt && isBehind(attempt, charge) ? [attempt.id] : []
  })
  for (const id of behind) {
    await settle(deps, id).catch((error: unknown) => {
      deps.log.error({ err: error, payment: id }, 'could not settle a payment')
    })
  }
  const after = new Map(before)
  for (const row of await listAttemptsByIds(deps.database.db, behind)) after.set(row.id, row)
  return after
}

const isBehind = (attempt: Attempt, charge: Charge): boolean =>
  attempt.reference === null ||
  attempt.refundedCents !== charge.refundedCents ||
  (charge.isDisputed === true && attempt.dispute === null)

const compareCharges = async (
  deps: Dependencies,
  attempts: readonly Attempt[],
  since: Date,
): Promise<Found> => {
  const { charges, missing, unread } = await readCharges(deps, attempts, since)
  const before = await mapCharged(deps, charges, attempts)
  const after = await catchUp(deps, charges, before)
  const now = new Date()
  const differences = charges.flatMap((charge) => {
    const attempt = after.get(charge.attemptId ?? '')
    const ended = before.get(charge.attemptId ?? '')
    const isLate = ended && isFinal(ended.state) && ended.reference === null
    return (isLate ? lateCharge(charge, ended, attempt) : compareCharge(charge, attempt, now)) ?? []
  })
  return {
    differences: [...differences, ...missing.map(missingCharge)],
    count: charges.length,
    failures: describeUnread(unread),
  }
}

type Span = {
  readonly since: Date
  /** The first day of the payments in QuickBooks that are reported if we don't know them. */
  readonly straysSince: string
}

const compareBookings = async (
  deps: Dependencies,
  { since, straysSince }: Span,
): Promise<Found> => {
  const { db } = deps.database
  // Read again, because comparing the charges may have changed some of them.
  const attempts = await listAttemptsSince(db, since, ATTEMPTS_MAX)
  const realmId = await findRealmId(db)
  // This connection can't see another company's payments.
  const ours = attempts.filter((attempt) => attempt.realmId === realmId)
  const bookings = await readBookings(deps, ours, since)
  const byReference = Map.groupBy(bookings, ({ reference }) => reference)
  const rows = await listAttemptsByReferences(db, [...byReference.keys()])
  const known = new Set(rows.map(({ reference }) => reference))
  const now = new Date()
  const wrong = ours
    .filter(({ state, qboPaymentId }) => state === 'booked' && qboPaymentId !== null)
    .flatMap((row) => compareBooking(row, byReference.get(row.reference ?? '') ?? [], now) ?? [])
  const stray = bookings
    .filter(({ date, totalCents }) => date >= straysSince && totalCents > 0)
    .filter(({ reference }) => !known.has(reference))
    .map(strayBooking)
  return { differences: [...wrong, ...stray], count: bookings.length, failures: [] }
}

export const findDifferences = async (deps: Dependencies, span: Span) => {
  const { since } = span
  const attempts = await listAttemptsSince(deps.database.db, since, ATTEMPTS_MAX)
  const charged = await compareCharges(deps, attempts, since)
  const booked = await compareBookings(deps, span).catch((error: unknown): Found => {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn({ err: error }, 'could not compare bookings')
    const failures = [`We couldn't read QuickBooks: ${error.message}.`]
    return { differences: [], count: 0, failures }
  })
  const failures = [...charged.failures, ...booked.failures]
  if (attempts.length === ATTEMPTS_MAX)
    failures.push(`We compared only the newest ${ATTEMPTS_MAX.toLocaleString('en-US')} payments.`)
  return {
    attempts: attempts.length,
    charges: charged.count,
    bookings: booked.count,
    differences: [...charged.differences, ...booked.differences].slice(0, DIFFERENCES_MAX),
    failure: failures.length > 0 ? failures.join(' ') : null,
  }
}

/** What couldn't be read, by provider and reason; the rest was compared. */
const describeUnread = (unread: readonly Unread[]): string[] =>
  [
    ...Map.groupBy(
      unread,
      ({ method, reason }) => `${PAYMENT_METHODS[method].provider}\n${reason}`,
    ),
  ].flatMap(([, group]) => {
    const [first] = group
    if (!first) return []
    const { reason } = first
    const { provider } = PAYMENT_METHODS[first.method]
    const ids = group.flatMap(({ id }) => id ?? [])
    if (ids.length === 0) return `We couldn't read ${provider}: ${reason}.`
    const named = ids.slice(0, NAMED_MAX).join(', ')
    const more = ids.length > NAMED_MAX ? ` and ${ids.length - NAMED_MAX} more` : ''
    return `We couldn't ask ${provider} about ${named}${more}: ${reason}.`
  })
