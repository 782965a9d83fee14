// What staff do about payments: find them, look into one, ask about it now, say that it is taken care of.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BodyOf, QueryOf } from '@invoice-desk/contract/endpoint'
import {
  ATTEMPTS_PAGE_SIZE,
  type listPaymentAttempts,
  type PaymentAttemptDetails,
  type resolvePaymentAttempt,
} from '@invoice-desk/contract/payments-admin'
import { AppError } from '../../../app-error.ts'
import { recordEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { ProviderName } from '../../../providers/provider-error.ts'
import { lateOf } from '../attempt/captured.ts'
import { proofByPerson } from '../attempt/decide.ts'
import { isPaid } from '../attempt/outcome.ts'
import { createSettle } from '../attempt/settle.ts'
import type { Settled } from '../methods/ask-card.ts'
import { type Attempt, findAttempt, listLines, moveAttempt } from '../queries.ts'
import { createReceipts } from '../receipt/receipt.ts'
import { clearReview, countViews, listAttempts, listEvents, listNumbers } from './queries.ts'
import { attemptView, detailsView } from './view.ts'

const BUSY_TRIES = 10
const BUSY_PAUSE_MS = 200

/** As staff know them; settling a payment asks no others. */
const SERVICES: Readonly<Partial<Record<ProviderName, string>>> = {
  stripe: 'Stripe',
  paypal: 'PayPal',
  quickbooks: 'QuickBooks',
}

export const createPaymentsAdmin = (dependencies: Dependencies) => {
  const { db } = dependencies.database
  const { settle } = createSettle(dependencies)
  const receipts = createReceipts(dependencies)

  const getAttempt = async (id: string): Promise<Attempt> => {
    const attempt = await findAttempt(db, id)
    if (!attempt) throw new AppError('attempt_unknown')
    return attempt
  }

  const list = async ({ view, search = '', page }: QueryOf<typeof listPaymentAttempts>) => {
    const wanted = { view, search, page, pageSize: ATTEMPTS_PAGE_SIZE }
    const { rows, total } = await listAttempts(db, wanted)
    const numbers = await listNumbers(
      db,
      rows.map(({ id }) => id),
    )
    const attempts = rows.map((row) => attemptView(row, numbers.get(row.id) ?? []))
    return { attempts, total, counts: await countViews(db) }
  }

  const get = async (id: string): Promise<PaymentAttemptDetails> => {
    const attempt = await getAttempt(id)
    const lines = await listLines(db, id)
    const receiptUrl = isPaid(attempt) ? receipts.urlOf(attempt) : undefined
    return detailsView(attempt, lines, await listEvents(db, id), receiptUrl)
  }

  const record = (tx: Db, id: string, event: Recorded) =>
    recordEvent(tx, { ...event, subject: { kind: 'payment', id } })

  /** What QuickBooks refused may be bookable by now: someone has looked at it in between. */
  const bookAgain = async (attempt: Attempt, actor: string): Promise<boolean> => {
    const isRefused = attempt.state === 'needs_review' && attempt.bookingGeneration > 0
    // What went back, in part or in whole, is for a person to book.
    const isWhole = isPaid(attempt) && attempt.refundedCents === 0 && attempt.dispute === null
    if (!isRefused || !isWhole) return false
    return db.transaction(async (tx) => {
      const change = { review: lateOf(attempt.review) }
      if (!(await moveAttempt(tx, attempt, { to: 'booking', change }))) return false
      await record(tx, attempt.id, { actor, action: 'payment_booking' })
      return true
    })
  }

  /** A webhook's job is done in a moment; only somebody who takes longer is a reason to come back later. */
  const settleNow = async (id: string): Promise<Settled> => {
    for (let tries = 0; tries < BUSY_TRIES; tries += 1) {
      const settled = await settle(id)
      if (settled) return settled
      await sleep(BUSY_PAUSE_MS)
    }
    throw new AppError('attempt_busy')
  }

  const check = async (id: string, actor: string) => {
    // Only who has just asked may book: the money may have gone back.
    const asked = await settleNow(id)
    const isBookable = !asked.unanswered && (await bookAgain(asked.attempt, actor))
    const { unanswered } = isBookable ? await settleNow(id) : asked
    await record(db, id, { actor, action: 'payment_checked' })
    return { ...(await get(id)), ...(unanswered && { unanswered: SERVICES[unanswered] }) }
  }

  /** The provider has the last word on whether there is money before an attempt ends without it. */
  const askOnceMore = async (attempt: Attempt, lookedUp = false): Promise<Attempt> => {
    if (attempt.state !== 'needs_review' || attempt.reference !== null) return attempt
    const { unanswered } = await settleNow(attempt.id)
    const asked = await getAttempt(attempt.id)
    const isUnclear = asked.state === 'needs_review' && asked.sentAt !== null
    if ((unanswered || isUnclear) && !lookedUp) throw new AppError('attempt_unanswered')
    return asked
  }

  const resolve = async (
    { id, note, lookedUp }: BodyOf<typeof resolvePaymentAttempt>,
    actor: string,
  ): Promise<PaymentAttemptDetails> => {
    const seen = await getAttempt(id)
    if (!needsLook(seen)) throw new AppError('attempt_nothing_to_resolve')
    const attempt = await askOnceMore(seen, lookedUp)
    await db.transaction(async (tx) => {
      const isDone =
        attempt.state === 'needs_review'
          ? await moveAttempt(tx, attempt, {
              to: endOf(attempt),
              change: { review: '' },
              proof: proofByPerson(),
            })
          : await clearReview(tx, attempt)
      // Something new came up meanwhile, which whoever wrote the note has not seen.
      if (!isDone) throw new AppError('attempt_busy')
      const details = { note, review: seen.review }
      await record(tx, id, { actor, action: 'payment_resolved', details })
    })
    return get(id)
  }

  return { list, get, check, resolve }
}

type Recorded = { actor: string; action: string; details?: Record<string, unknown> }

const needsLook = ({ review, state }: Attempt): boolean => review !== '' || state === 'needs_review'

/**
 * How an attempt ends that someone took care of outside: without money nothing was paid; money that went back
 * was as good as never paid; any other money is in the books by that someone's hand. Its invoices are free.
 */
const endOf = ({ reference, capturedCents, refundedCents }: Attempt) => {
  if (reference === null) return 'failed'
  return refundedCents > 0 && refundedCents >= (capturedCents ?? 0) ? 'cancelled' : 'booked'
}
