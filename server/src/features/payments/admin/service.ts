// Lets staff read one payment, check it now, and resolve what needs review.

import type { BodyOf } from '@invoice-desk/contract/http/endpoint'
import {
  canRelease,
  type PaymentAttemptDetails,
  type resolvePaymentAttempt,
} from '@invoice-desk/contract/payments/admin'
import { durationInWords } from '@invoice-desk/contract/values/duration'
import type { Dependencies } from '../../../dependencies.ts'
import { AppError } from '../../../lib/app-error.ts'
import { cancel, look, type Settled } from '../attempt/ask.ts'
import { CALL_MS_MAX, serviceName } from '../attempt/attempt.ts'
import { proofByStaff, snapshotOf } from '../attempt/decide.ts'
import { isPaid, receiptUrlOf } from '../attempt/outcome.ts'
import { needsReview, withLate } from '../attempt/review.ts'
import { providerOf, reviewText } from '../attempt/review-text.ts'
import { settle, type Work } from '../attempt/settle.ts'
import { storeMove } from '../attempt/store-move.ts'
import { recordPaymentEvent } from '../attempt/transitions.ts'
import { type Attempt, findAttempt, listLines } from '../queries.ts'
import { clearReview, listEvents } from './queries.ts'
import { detailsView } from './view.ts'

/** If a webhook's job holds the payment, it's done within moments. */
const BUSY_WAIT_MS = 2_000

const getAttempt = async ({ database }: Dependencies, id: string): Promise<Attempt> => {
  const attempt = await findAttempt(database.db, id)
  if (!attempt) throw new AppError('attempt_unknown')
  return attempt
}

export const getPayment = async (
  deps: Dependencies,
  id: string,
): Promise<PaymentAttemptDetails> => {
  const { db } = deps.database
  const attempt = await getAttempt(deps, id)
  const receiptUrl = isPaid(attempt) ? receiptUrlOf(deps.config, attempt) : undefined
  return detailsView(attempt, await listLines(db, id), await listEvents(db, id), receiptUrl)
}

/** QuickBooks may accept now what it refused before, because staff changed something there. */
const bookAgain = async (
  { database }: Dependencies,
  attempt: Attempt,
  actor: string,
): Promise<boolean> => {
  const isRefused = attempt.state === 'needs_review' && attempt.bookingGeneration > 0
  // Staff book refunded payments by hand, even partly refunded ones.
  const isWhole = isPaid(attempt) && attempt.refundedCents === 0 && attempt.dispute === null
  if (!isRefused || !isWhole) return false
  const change = { reviewReasons: withLate(attempt) }
  const event = { actor, action: 'payment_booking' } as const
  return (await storeMove(database.db, attempt, { to: 'booking', change }, event)) !== undefined
}

const settleNow = async (deps: Dependencies, id: string, work?: Work): Promise<Settled> => {
  const settled = await settle(deps, id, { waitMs: BUSY_WAIT_MS, ...(work && { work }) })
  if (!settled) throw new AppError('attempt_busy')
  return settled
}

export const checkPayment = async (deps: Dependencies, id: string, actor: string) => {
  // The money may have been refunded, so we ask the provider before we book.
  const checked = await settleNow(deps, id)
  const isBookable = !checked.unanswered && (await bookAgain(deps, checked.attempt, actor))
  const { unanswered } = isBookable ? await settleNow(deps, id) : checked
  await recordPaymentEvent(deps.database.db, id, { actor, action: 'payment_checked' })
  return { ...(await getPayment(deps, id)), unanswered: unanswered && serviceName(unanswered) }
}

const isOpen = ({ state }: Attempt): boolean => state === 'needs_review' || canRelease(state)

/**
 * Asks the provider once more before an attempt ends without money, unless nothing was sent that could take it. While the
 * bank waits for the payer, the provider itself has to cancel it, or they could still pay.
 */
const askOnceMore = async (
  deps: Dependencies,
  attempt: Attempt,
  lookedUp = false,
): Promise<Attempt> => {
  const isWaiting = attempt.state === 'reserved'
  if (!isOpen(attempt) || isWaiting || attempt.reference !== null) return attempt
  const isAtBank = attempt.state === 'requires_action'
  const { unanswered } = await settleNow(deps, attempt.id, isAtBank ? cancel : look)
  const latest = await getAttempt(deps, attempt.id)
  if (!isOpen(latest)) return latest
  if (latest.state === 'requires_action') throw new AppError('attempt_unanswered')
  refuseWhileSending(latest)
  const isUnclear = unanswered !== undefined || latest.sentAt !== null
  if (isUnclear && !lookedUp) throw new AppError('attempt_unanswered')
  return latest
}

/** Whoever looked it up may have been too early to see its money. */
const refuseWhileSending = (attempt: Attempt, now = Date.now()): void => {
  if (snapshotOf(attempt, now).sent !== 'running') return
  const endsAt = (attempt.sentAt?.getTime() ?? 0) + CALL_MS_MAX
  const retryAfterSeconds = Math.ceil((endsAt - now) / 1_000)
  const text = `We've just asked ${providerOf(attempt)} for this payment again. Look it up and try again in ${durationInWords(retryAfterSeconds)}.`
  throw new AppError('attempt_busy', { text, retryAfterSeconds })
}

export const resolvePayment = async (
  deps: Dependencies,
  { id, note, lookedUp }: BodyOf<typeof resolvePaymentAttempt>,
  actor: string,
): Promise<PaymentAttemptDetails> => {
  const seen = await getAttempt(deps, id)
  if (!needsReview(seen) && !canRelease(seen.state)) {
    throw new AppError('attempt_nothing_to_resolve')
  }
  const attempt = await askOnceMore(deps, seen, lookedUp)
  const review = reviewText(seen)
  const details = { note, ...(review && { review }) }
  const event = { actor, action: 'payment_resolved', details } as const
  // The provider has just told us how it ended.
  if (canRelease(seen.state) && !isOpen(attempt)) {
    if (attempt.state === 'cancelled') await recordPaymentEvent(deps.database.db, id, event)
    return getPayment(deps, id)
  }
  await deps.database.db.transaction(async (tx) => {
    const move = { ...endOf(attempt), proof: proofByStaff() }
    const isMove = isOpen(attempt)
    const isDone = isMove
      ? await storeMove(tx, attempt, move, event)
      : await clearReview(tx, attempt)
    // Something has changed that the author of the note hasn't seen.
    if (!isDone) throw new AppError('attempt_busy')
    if (!isMove) await recordPaymentEvent(tx, id, event)
  })
  return getPayment(deps, id)
}

const RELEASED = "We canceled this payment before it was finished. You weren't charged."

/**
 * How an attempt ends once staff have resolved it: `failed` if no money arrived, `cancelled` if the payer hadn't paid
 * yet or all of it was refunded, otherwise `booked`, because staff entered it in the books.
 */
const endOf = ({ state, reference, capturedCents, refundedCents }: Attempt) => {
  if (state === 'reserved') {
    const change = {
      reviewReasons: [],
      failureCode: 'payment_cancelled',
      failureText: RELEASED,
    }
    return { to: 'cancelled', change } as const
  }
  const change = { reviewReasons: [] }
  if (reference === null) return { to: 'failed', change } as const
  const isRefunded = refundedCents > 0 && refundedCents >= (capturedCents ?? 0)
  return { to: isRefunded ? 'cancelled' : 'booked', change } as const
}
