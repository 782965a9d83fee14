// Reads the providers' charges and QuickBooks' payments for reconciliation.

import {
  PAYMENT_METHOD_IDS,
  type PaymentMethod,
} from '@invoice-desk/contract/payments/payment-methods'
import { addDays, businessDay, DAY_MS } from '@invoice-desk/contract/values/business-day'
import type { Dependencies } from '../../../dependencies.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import { memoIdOf } from '../../../providers/quickbooks/payments.ts'
import type { Attempt } from '../queries.ts'
import { findRestore, listStraysSince } from '../restore/queries.ts'
import { storeReported } from '../restore/strays.ts'
import type { Booking, Charge } from './compare.ts'

const CONCURRENCY = 4
const LOOKUPS_MAX = 5_000
/** After this many failures in a row, we stop asking a provider until the next reconciliation. */
const FAILURES_MAX = 20

/** Something we couldn't read, and why: one payment if there's an id, otherwise the provider's whole list. */
export type Unread = { readonly method: PaymentMethod; readonly id?: string; reason: string }
type Charges = {
  readonly charges: Charge[]
  /** Recorded here as paid, but the provider doesn't have them. */
  readonly missing: Attempt[]
  readonly unread: Unread[]
}

const reasonOf = ({ log }: Dependencies, error: unknown): string => {
  log.warn({ err: error }, 'could not read a payment for reconciliation')
  if (!(error instanceof ProviderError)) return 'an unexpected error (see the server log)'
  return error.message.replace(/\.$/, '')
}

/** A payment that no list has. Without an attempt if the database lost it. */
type Lookup = {
  readonly method: PaymentMethod
  readonly providerId: string
  readonly attemptId: string
  readonly attempt?: Attempt
}

/** After a restore from a backup, what the providers reported to the lost database. */
const readReported = async (deps: Dependencies, since: Date): Promise<Unread[]> => {
  if (!(await findRestore(deps.database.db))) return []
  const unread: Unread[] = []
  for (const method of PAYMENT_METHOD_IDS) {
    try {
      await storeReported(deps, method, since)
    } catch (error) {
      unread.push({ method, reason: reasonOf(deps, error) })
    }
  }
  return unread
}

/** The charges of the providers that can list them, and the payments that need a lookup. */
const listCharges = async (deps: Dependencies, attempts: readonly Attempt[], since: Date) => {
  const charges: Charge[] = []
  const unread: Unread[] = []
  const unpaidIds = new Set<string>()
  for (const method of PAYMENT_METHOD_IDS) {
    try {
      const listed = await deps.drivers[method].listCharges?.(new Date(since.getTime() - DAY_MS))
      // Charges without our id belong to other uses of the same account.
      const ours = listed?.paid.filter(({ attemptId }) => attemptId !== undefined) ?? []
      charges.push(...ours.map((charge) => ({ ...charge, method })))
      for (const id of listed?.unpaidIds ?? []) unpaidIds.add(id)
    } catch (error) {
      unread.push({ method, reason: reasonOf(deps, error) })
    }
  }
  const paidIds = new Set(charges.map(({ providerId }) => providerId))
  const unlisted = new Set(unread.map(({ method }) => method))
  const unreported = await readReported(deps, since)
  const lookups: Lookup[] = await listStraysSince(deps.database.db, since)
  for (const attempt of attempts) {
    const { id: attemptId, method, providerId, reference } = attempt
    if (providerId === null || paidIds.has(providerId) || unlisted.has(method)) continue
    if (reference === null && unpaidIds.has(providerId)) continue
    lookups.push({ method, providerId, attemptId, attempt })
  }
  return { charges, unread: [...unread, ...unreported], lookups }
}

export const readCharges = async (
  deps: Dependencies,
  attempts: readonly Attempt[],
  since: Date,
): Promise<Charges> => {
  const { charges, unread, lookups } = await listCharges(deps, attempts, since)
  const missing: Attempt[] = []
  const skip = ({ method, providerId: id }: Lookup, reason: string) =>
    unread.push({ method, id, reason })
  for (const each of lookups.splice(LOOKUPS_MAX)) skip(each, 'there were too many to look up')
  const failures = new Map<PaymentMethod, number>()
  const lookUp = async (lookup: Lookup) => {
    const { method, providerId, attemptId, attempt } = lookup
    if ((failures.get(method) ?? 0) >= FAILURES_MAX)
      return skip(lookup, "it didn't answer earlier calls")
    try {
      const seen = await deps.drivers[method].find(providerId)
      failures.set(method, 0)
      if (seen.kind === 'paid') charges.push({ ...seen, method, attemptId, providerId })
      else if (attempt && attempt.reference !== null) missing.push(attempt)
    } catch (error) {
      failures.set(method, (failures.get(method) ?? 0) + 1)
      skip(lookup, reasonOf(deps, error))
    }
  }
  const work = async () => {
    for (let next = lookups.shift(); next; next = lookups.shift()) await lookUp(next)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return { charges, missing, unread }
}

/** Payments in QuickBooks that name a provider's id, and those whose QuickBooks id an attempt knows. */
export const readBookings = async (
  deps: Dependencies,
  attempts: readonly Attempt[],
  since: Date,
): Promise<Booking[]> => {
  const { payments } = deps.quickbooks.for('staff')
  const listed = await payments.listSince(
    addDays(businessDay(since, deps.config.businessTimeZone), -1),
  )
  const seen = new Set(listed.map(({ id }) => id))
  const booked = new Map(attempts.map((attempt) => [attempt.qboPaymentId, attempt.reference]))
  const others = [...booked.keys()].filter((id) => id !== null && !seen.has(id)) as string[]
  return [...listed, ...(await payments.listByIds(others))].flatMap((payment) => {
    // Someone may have edited the memo; the attempt still knows the payment's id.
    const reference = memoIdOf(payment.memo) ?? booked.get(payment.id)
    return reference ? [{ ...payment, reference }] : []
  })
}
