// Writes down what was decided about an attempt. The payer's return, webhooks and the janitor all end here.
import type { Dependencies } from '../../../dependencies.ts'
import type { PaidState } from '../../../providers/payment-state.ts'
import { receiptMailJob, settlePaymentJob } from '../job-kinds.ts'
import type { Attempt } from '../queries.ts'
import { payerPause } from './attempt.ts'
import { capturedBy, reviewOf } from './captured.ts'
import type { Decision } from './decide.ts'
import type { Steps } from './steps.ts'

const TRIES = 3

/** What can be done about an attempt without asking anybody. */
type Recordable = Exclude<Decision, { do: 'capture' | 'cancel' }>

export type RecordDecision = ReturnType<typeof createRecord>

export const createRecord = ({ jobs }: Dependencies, { move, note, end, tellStaff }: Steps) => {
  /** The money is there, from whichever state: whoever moved the attempt meanwhile did not know. */
  const take = async (attempt: Attempt, paid: PaidState, tries = TRIES): Promise<Attempt> => {
    const row = await move(attempt, capturedBy(attempt, paid), async (tx, moved) => {
      if (moved.review !== '') await tellStaff(tx, moved)
      if (moved.state === 'needs_review') return
      await jobs.send(tx, receiptMailJob, { attemptId: attempt.id })
      await jobs.send(tx, settlePaymentJob, { attemptId: attempt.id })
    })
    return row.reference === null && tries > 1 ? take(row, paid, tries - 1) : row
  }

  /** Refunds and disputes happen at the provider; the books are for staff to change, so they are told. */
  const reflect = async (attempt: Attempt, paid: PaidState, tries = TRIES): Promise<Attempt> => {
    const { refundedCents, dispute = null } = paid
    if (refundedCents === attempt.refundedCents && dispute === attempt.dispute) return attempt
    const isBooked = attempt.state === 'booking' || attempt.state === 'booked'
    const news = {
      action: dispute === attempt.dispute ? 'payment_refunded' : 'payment_disputed',
      change: { refundedCents, dispute, review: reviewOf(attempt.review, paid, isBooked) },
      details: { refundedCents, dispute },
    }
    if (attempt.state !== 'captured') return note(attempt, news)
    const row = await move(attempt, { ...news, to: 'needs_review' }, tellStaff)
    return tries > 1 ? reflect(row, paid, tries - 1) : row
  }

  return async (attempt: Attempt, decision: Recordable): Promise<Attempt> => {
    switch (decision.do) {
      case 'take': {
        // Taken once; what a provider says about it later can only be a refund or a dispute.
        const { paid } = decision
        return attempt.reference === null ? take(attempt, paid) : reflect(attempt, paid)
      }
      case 'end':
        return end(attempt, decision.ending, decision.proof)
      case 'challenge':
        if (attempt.state === 'requires_action') return attempt
        return move(attempt, {
          to: 'requires_action',
          action: 'payment_challenged',
          checkInSeconds: payerPause(attempt),
        })
      case 'return':
        return move(attempt, {
          to: 'reserved',
          action: 'payment_not_taken',
          change: {
            generation: attempt.generation + 1,
            failureCode: decision.failureCode,
            failureText: decision.failureText,
          },
          ...(decision.reason && { details: { reason: decision.reason } }),
          checkInSeconds: payerPause(attempt),
          proof: decision.proof,
        })
      case 'hold':
        if (attempt.state === 'unknown') return attempt
        return move(attempt, {
          to: 'unknown',
          action: 'payment_unknown',
          ...(decision.failureCode && { change: { failureCode: decision.failureCode } }),
        })
      case 'wait':
        return attempt
    }
  }
}
