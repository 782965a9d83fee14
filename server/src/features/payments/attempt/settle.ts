// Settles payments for the payer's page, webhooks and the janitor: asks the provider, stores the answer and books the
// money. Running it again changes nothing.
import { setTimeout as sleep } from 'node:timers/promises'
import { isFinal } from '@invoice-desk/contract/payments/admin'
import type { CheckFailure } from '../../../db/schema/review-reasons.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { AppError } from '../../../lib/app-error.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import { book } from '../booking/book.ts'
import { type Attempt, findAttempt, leaseAttempt, scheduleCheck } from '../queries.ts'
import { findRestore } from '../restore/queries.ts'
import { ask, type Settled } from './ask.ts'
import { checkDelay, payerCheckDelay, QUIET_CHECKS, secondsLeft, serviceName } from './attempt.ts'
import { withLease } from './lease.ts'
import { isDecided } from './outcome.ts'
import { askForReview, fail, moveOrReload, reload } from './transitions.ts'

const POLL_MS = 100
const WAIT_MAX_MS = 25_000

export type Work = (deps: Dependencies, attempt: Attempt) => Promise<Settled>

const isToBook = ({ state }: Attempt): boolean => state === 'captured' || state === 'booking'

const askProvider: Work = async (deps, attempt) => {
  if (attempt.providerId !== null) return ask(deps, attempt)
  // The process died before it stored an intent or order, so no one can pay one.
  if (attempt.state !== 'created' && attempt.state !== 'reserved') return { attempt }
  const restore = await findRestore(deps.database.db)
  // The lost database may have stored an intent or order, and its money. Reconciliation names it then.
  const mayBePaid = restore !== undefined && attempt.createdAt < restore.restoredAt
  return { attempt: await fail(deps, attempt, mayBePaid ? 'payment_unclear' : 'payment_failed') }
}

/** Asks the provider before booking, because the money may have been refunded since it was captured. */
export const advance: Work = async (deps, attempt) => {
  const settled = await askProvider(deps, attempt)
  // Money that has just arrived is booked by its own job.
  const isOurs = isToBook(attempt) && isToBook(settled.attempt)
  return isOurs ? { attempt: await book(deps, settled.attempt) } : settled
}

/** The payer still has time to act. */
const isPayersTurn = (attempt: Attempt): boolean =>
  (attempt.state === 'requires_action' || attempt.state === 'reserved') &&
  attempt.providerId !== null &&
  secondsLeft(attempt) > 0

/** After a check that found nothing new: schedules another check, and asks staff for review after too many. */
const retryLater = async (
  deps: Dependencies,
  attempt: Attempt,
  failure: CheckFailure,
): Promise<void> => {
  const { db } = deps.database
  if (isPayersTurn(attempt)) return scheduleCheck(db, attempt, payerCheckDelay(attempt))
  // The payer's page or a webhook checked ahead of schedule, which doesn't count as one of the scheduled checks.
  if (attempt.nextCheckAt && attempt.nextCheckAt.getTime() > Date.now()) return
  const checks = attempt.checks + 1
  const delay = checkDelay(attempt.state, checks)
  if (delay === undefined && checkDelay(attempt.state, 0) !== undefined) {
    const change = { reviewReasons: [{ reason: 'no_outcome', failure }] } as const
    const action = 'payment_needs_review'
    await moveOrReload(deps, attempt, { to: 'needs_review', action, change, notify: true })
    return
  }
  // One check is right after the payer's time is up.
  const left = secondsLeft(attempt)
  await scheduleCheck(db, { ...attempt, checks }, left > 0 && delay ? Math.min(delay, left) : delay)
  const reason = overdueReason(attempt)
  if (reason && attempt.reviewReasons.length === 0)
    await askForReview(deps, attempt, { reviewReasons: [{ reason, failure }] })
}

/** Staff must know of invoices that are on hold for longer than a payer may take, and of their money that isn't booked. */
const overdueReason = (attempt: Attempt): 'not_booked' | 'no_answer' | undefined => {
  if (secondsLeft(attempt) > 0 || attempt.checks < QUIET_CHECKS) return
  if (isToBook(attempt)) return 'not_booked'
  return isFinal(attempt.state) || attempt.reference !== null ? undefined : 'no_answer'
}

/** If a provider fails, we ask again later. */
const workSafely = async (deps: Dependencies, leased: Attempt, work: Work): Promise<Settled> => {
  try {
    const settled = await work(deps, leased)
    const { attempt } = settled
    const isSame = attempt.state === leased.state && attempt.updatedAt <= leased.updatedAt
    if (isSame && !settled.isIdle) {
      await retryLater(deps, attempt, { kind: 'undecided' })
    }
    return settled
  } catch (error) {
    const current = await reload(deps, leased)
    if (!(error instanceof ProviderError)) {
      await retryLater(deps, current, { kind: 'unexpected' })
      throw error
    }
    const { provider, kind, message, traceId } = error
    deps.log.warn({ payment: leased.id, provider, kind, traceId, message }, 'payment check failed')
    const failure = { service: serviceName(provider), message: message.replace(/\.$/, '') }
    await retryLater(deps, current, { kind: 'error', ...failure })
    return { attempt: current, unanswered: provider }
  }
}

/** Does the work on an attempt that the caller has leased, and releases it. */
export const runLeased = (deps: Dependencies, leased: Attempt, work: Work): Promise<Settled> =>
  withLease(deps.database.db, leased, () => workSafely(deps, leased, work))

/** Undefined if someone else is still working on the attempt after `waitMs`. */
export const settle = async (
  deps: Dependencies,
  id: string,
  { waitMs = 0, work = advance }: { waitMs?: number; work?: Work } = {},
): Promise<Settled | undefined> => {
  const until = Date.now() + waitMs
  for (;;) {
    const leased = await leaseAttempt(deps.database.db, id)
    if (leased) return runLeased(deps, leased, work)
    if (Date.now() >= until) return undefined
    await sleep(POLL_MS)
  }
}

/** For callers that need the outcome: waits while someone else works on the attempt. */
export const settleAndWait = async (
  deps: Dependencies,
  id: string,
  work: Work = advance,
): Promise<Settled> => {
  const until = Date.now() + WAIT_MAX_MS
  for (;;) {
    const attempt = await findAttempt(deps.database.db, id)
    if (!attempt) throw new AppError('payment_unknown')
    if (isDecided(attempt)) return { attempt }
    const settled = await settle(deps, id, { work })
    if (settled) return settled
    if (Date.now() > until) return { attempt }
    await sleep(POLL_MS)
  }
}
