// Finds every difference between the providers, our attempts and QuickBooks. What asking can cure is cured first:
// only what is left needs a person.
import { isFinal, type PaymentDifference } from '@invoice-desk/contract/payments-admin'
import type { Dependencies } from '../../../dependencies.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import { findRealmId } from '../../accounting/queries.ts'
import { createCatchUp } from '../attempt/catch-up.ts'
import type { Attempt } from '../queries.ts'
import {
  compareBooking,
  compareCharge,
  lateCharge,
  missingCharge,
  PROVIDERS,
  strayBooking,
} from './compare.ts'
import * as rows from './queries.ts'
import { type Booking, createSources, type Unread } from './sources.ts'

const ATTEMPTS_MAX = 20_000
const DIFFERENCES_MAX = 1_000
const NAMED_MAX = 5

type Found = { differences: PaymentDifference[]; count: number; failures: string[] }

export const createFindDifferences = (dependencies: Dependencies) => {
  const { database, log } = dependencies
  const { db } = database
  const sources = createSources(dependencies)
  const { listCharged, catchUp } = createCatchUp(dependencies)

  const compareCharges = async (attempts: readonly Attempt[], since: Date): Promise<Found> => {
    const { charges, missing, unread } = await sources.readCharges(attempts, since)
    const before = await listCharged(charges, attempts)
    const after = await catchUp(charges, before)
    const now = new Date()
    const differences = charges.flatMap((charge) => {
      const attempt = after.get(charge.attemptId ?? '')
      const ended = before.get(charge.attemptId ?? '')
      const isLate = ended && isFinal(ended.state) && ended.reference === null
      return (
        (isLate ? lateCharge(charge, ended, attempt) : compareCharge(charge, attempt, now)) ?? []
      )
    })
    return {
      differences: [...differences, ...missing.map(missingCharge)],
      count: charges.length,
      failures: sayUnread(unread),
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
    return { differences, count: bookings.length, failures: [] }
  }

  const orFailure = (found: Promise<Found>): Promise<Found> =>
    found.catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      log.warn({ err: error }, 'bookings are not compared')
      const failures = [`QuickBooks could not be read: ${error.message}.`]
      return { differences: [], count: 0, failures }
    })

  return async (since: Date) => {
    const attempts = await rows.listAttemptsSince(db, since, ATTEMPTS_MAX)
    const charged = await compareCharges(attempts, since)
    const booked = await orFailure(compareBookings(since))
    const failures = [...charged.failures, ...booked.failures]
    return {
      attempts: attempts.length,
      charges: charged.count,
      bookings: booked.count,
      differences: [...charged.differences, ...booked.differences].slice(0, DIFFERENCES_MAX),
      failure: failures.length > 0 ? failures.join(' ') : null,
    }
  }
}

/** What could not be read, by provider and reason; the rest was compared. */
const sayUnread = (unread: readonly Unread[]): string[] =>
  [...Map.groupBy(unread, ({ method, reason }) => `${PROVIDERS[method]}\n${reason}`)].map(
    ([key, group]) => {
      const [provider, reason] = key.split('\n')
      const ids = group.flatMap(({ id }) => id ?? [])
      if (ids.length === 0) return `${provider} could not be read: ${reason}.`
      const named = ids.slice(0, NAMED_MAX).join(', ')
      const more = ids.length > NAMED_MAX ? ` and ${ids.length - NAMED_MAX} more` : ''
      return `${provider} could not be asked about ${named}${more}: ${reason}.`
    },
  )

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
