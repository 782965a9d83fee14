// Finds every difference between the providers, our attempts and QuickBooks. What asking can cure is cured first:
// only what is left needs a person.
import type { PaymentDifference } from '@invoice-desk/contract/payment-desk'
import type { Dependencies } from '../../dependencies.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { findRealmId } from '../accounting/queries.ts'
import { compareBooking, compareCharge, missingCharge, strayBooking } from './compare.ts'
import type { Attempt } from './queries.ts'
import * as rows from './reconcile-queries.ts'
import { type Booking, type Charges, createSources } from './reconcile-sources.ts'
import { createSettle } from './settle.ts'

const ATTEMPTS_MAX = 20_000
const DIFFERENCES_MAX = 1_000

type Found = { differences: PaymentDifference[]; count: number; failure?: string }

export const createFindDifferences = (dependencies: Dependencies) => {
  const { database, log } = dependencies
  const { db } = database
  const sources = createSources(dependencies)
  const { settle } = createSettle(dependencies)

  /** By id, the attempts of these charges as they stand once what is new has been taken in. */
  const catchUp = async (
    { charges }: Charges,
    attempts: readonly Attempt[],
  ): Promise<Map<string, Attempt>> => {
    const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]))
    const ids = charges.flatMap(({ attemptId }) => attemptId ?? [])
    const others = ids.filter((id) => !byId.has(id))
    for (const row of await rows.listAttemptsByIds(db, others)) byId.set(row.id, row)
    const behind = charges.flatMap(({ attemptId, refundedCents }) => {
      const attempt = byId.get(attemptId ?? '')
      const isBehind =
        attempt && (attempt.reference === null || attempt.refundedCents !== refundedCents)
      return isBehind ? [attempt.id] : []
    })
    for (const id of behind) await settle(id)
    for (const row of await rows.listAttemptsByIds(db, behind)) byId.set(row.id, row)
    return byId
  }

  const compareCharges = async (attempts: readonly Attempt[], since: Date): Promise<Found> => {
    const read = await sources.readCharges(attempts, since)
    const byId = await catchUp(read, attempts)
    const now = new Date()
    const differences = read.charges.flatMap(
      (charge) => compareCharge(charge, byId.get(charge.attemptId ?? ''), now) ?? [],
    )
    return {
      differences: [...differences, ...read.missing.map(missingCharge)],
      count: read.charges.length,
    }
  }

  const compareBookings = async (since: Date): Promise<Found> => {
    // Read anew, because comparing the charges may have brought some of them further.
    const attempts = await rows.listAttemptsSince(db, since, ATTEMPTS_MAX)
    const realmId = await findRealmId(db)
    // What belongs to another company cannot be seen through this connection.
    const ours = attempts.filter((attempt) => attempt.realmId === realmId)
    const bookings = await sources.readBookings(ours, since)
    const references = bookings.map(({ reference }) => reference)
    const known = new Set(
      (await rows.listAttemptsByReferences(db, references)).map(({ reference }) => reference),
    )
    const differences = [
      ...differencesOfBooked(ours, bookings),
      ...bookings
        .filter(({ reference, totalCents }) => !known.has(reference) && totalCents > 0)
        .map(strayBooking),
    ]
    return { differences, count: bookings.length }
  }

  /** One side that cannot be read does not keep the other from being compared. */
  const orFailure = (name: string, found: Promise<Found>): Promise<Found> =>
    found.catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      log.warn({ err: error }, 'payments are not compared')
      return {
        differences: [],
        count: 0,
        failure: `${name} could not be read: ${error.message}.`,
      }
    })

  return async (since: Date) => {
    const attempts = await rows.listAttemptsSince(db, since, ATTEMPTS_MAX)
    const charged = await orFailure('The payment provider', compareCharges(attempts, since))
    const booked = await orFailure('QuickBooks', compareBookings(since))
    const failures = [charged.failure, booked.failure].filter(Boolean)
    return {
      attempts: attempts.length,
      charges: charged.count,
      bookings: booked.count,
      differences: [...charged.differences, ...booked.differences].slice(0, DIFFERENCES_MAX),
      failure: failures.length > 0 ? failures.join(' ') : null,
    }
  }
}

const differencesOfBooked = (
  attempts: readonly Attempt[],
  bookings: readonly Booking[],
): PaymentDifference[] => {
  const byReference = Map.groupBy(bookings, ({ reference }) => reference)
  const now = new Date()
  return attempts
    .filter(({ state, qboPaymentId }) => state === 'booked' && qboPaymentId !== null)
    .flatMap(
      (attempt) =>
        compareBooking(attempt, byReference.get(attempt.reference ?? '') ?? [], now) ?? [],
    )
}
