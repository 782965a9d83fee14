// Writes down what a provider says about a payment: each change with its audit event and its follow-up work,
// or not at all. The payer's return, webhooks and the janitor all end here.
import type { ErrorCode } from '@invoice-desk/contract/errors'
import { formatUsd } from '@invoice-desk/contract/money'
import type { AttemptState } from '@invoice-desk/contract/payment-desk'
import { recordEvent } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { ProviderPayment } from '../../providers/payment-state.ts'
import { receiptMailJob, reviewMailJob, settlePaymentJob } from './job-kinds.ts'
import { type Attempt, type Change, findAttempt, moveAttempt, noteOnAttempt } from './queries.ts'

type Paid = Extract<ProviderPayment, { kind: 'paid' }>

export type Move = {
  readonly to: AttemptState
  readonly action: string
  readonly change?: Change
  readonly details?: Record<string, unknown>
  readonly checkInSeconds?: number
}

export const createAbsorb = ({ database, jobs }: Dependencies) => {
  const { db, pool } = database

  /** One step with its audit event; whoever lost a race gets the attempt as the winner left it. */
  const move = async (
    attempt: Attempt,
    { to, action, change, details, checkInSeconds }: Move,
    also?: (tx: Db, moved: Attempt) => Promise<void>,
  ): Promise<Attempt> => {
    const moved = await inTransaction(pool, async (tx) => {
      const row = await moveAttempt(tx, attempt, to, change, checkInSeconds)
      if (!row) return undefined
      await recordEvent(tx, {
        actor: 'system',
        action,
        subject: { kind: 'payment', id: attempt.id },
        ...(details && { details }),
      })
      await also?.(tx, row)
      return row
    })
    return moved ?? (await findAttempt(db, attempt.id)) ?? attempt
  }

  const tellStaff = (tx: Db, { id, review }: Attempt): Promise<void> =>
    jobs.send(tx, reviewMailJob, { attemptId: id, review })

  /** The money is there, from whichever state. */
  const take = (attempt: Attempt, paid: Paid): Promise<Attempt> => {
    const captured = capturedBy(attempt, paid)
    return move(attempt, captured, async (tx, moved) => {
      if (moved.state === 'needs_review') return tellStaff(tx, moved)
      await jobs.send(tx, receiptMailJob, { attemptId: attempt.id })
      await jobs.send(tx, settlePaymentJob, { attemptId: attempt.id })
    })
  }

  /** Refunds and disputes happen at the provider; the books are for staff to change, so they are told. */
  const reflect = async (attempt: Attempt, paid: Paid): Promise<Attempt> => {
    const dispute = paid.dispute ?? null
    if (paid.refundedCents === attempt.refundedCents && dispute === attempt.dispute) return attempt
    const review = reviewOf(attempt, paid)
    await db.transaction(async (tx) => {
      const change = { refundedCents: paid.refundedCents, dispute, review }
      await noteOnAttempt(tx, attempt.id, change)
      await recordEvent(tx, {
        actor: 'system',
        action: dispute === attempt.dispute ? 'payment_refunded' : 'payment_disputed',
        subject: { kind: 'payment', id: attempt.id },
        details: { refundedCents: paid.refundedCents, dispute },
      })
      await tellStaff(tx, { ...attempt, review })
    })
    return (await findAttempt(db, attempt.id)) ?? attempt
  }

  return {
    move,
    /** A definite no, in the words the payer reads. */
    fail: (attempt: Attempt, code: ErrorCode, text: string | null = null): Promise<Attempt> =>
      move(attempt, {
        to: 'failed',
        action: 'payment_failed',
        change: { failureCode: code, failureText: text || null },
        details: { code, ...(text && { text }) },
      }),
    /** Taken once; what a provider says about it later can only be a refund or a dispute. */
    paid: (attempt: Attempt, paid: Paid): Promise<Attempt> =>
      attempt.reference === null ? take(attempt, paid) : reflect(attempt, paid),
    /** Leaves the attempt where it is and says why someone should look. */
    review: async (attempt: Attempt, review: string): Promise<void> => {
      if (attempt.review === review) return
      await db.transaction(async (tx) => {
        await noteOnAttempt(tx, attempt.id, { review })
        await tellStaff(tx, { ...attempt, review })
      })
    },
    tellStaff,
  }
}

export type Absorb = ReturnType<typeof createAbsorb>

const capturedBy = (attempt: Attempt, paid: Paid): Move => {
  const isAsAsked = paid.amountCents === attempt.totalCents && paid.currency === 'usd'
  const review = isAsAsked
    ? ''
    : `${paid.amountCents / 100} ${paid.currency.toUpperCase()} was charged instead of ${formatUsd(attempt.totalCents)}. Nothing was booked.`
  return {
    to: isAsAsked ? 'captured' : 'needs_review',
    action: 'payment_captured',
    change: {
      reference: paid.reference,
      // What came in another currency is none of ours.
      capturedCents: paid.currency === 'usd' ? paid.amountCents : 0,
      capturedAt: new Date(),
      // From here on it is the job's, which may begin before the payer has their answer.
      claimedUntil: null,
      refundedCents: paid.refundedCents,
      dispute: paid.dispute ?? null,
      failureCode: null,
      failureText: null,
      review,
    },
    details: { reference: paid.reference, amountCents: paid.amountCents, after: attempt.state },
  }
}

const reviewOf = ({ refundedCents }: Attempt, paid: Paid): string => {
  const parts = [
    paid.refundedCents === refundedCents
      ? ''
      : `${formatUsd(paid.refundedCents)} was refunded at the provider.`,
    paid.dispute ? `The payer disputes the charge (${paid.dispute.replaceAll('_', ' ')}).` : '',
    'QuickBooks still shows the payment: please correct it there.',
  ]
  return parts.filter(Boolean).join(' ')
}
