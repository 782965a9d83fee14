// What happens when asking about an attempt did not help: it is asked about later, and in the end someone must look.
import type { Dependencies } from '../../dependencies.ts'
import type { Absorb } from './absorb.ts'
import { secondsLeft } from './ask-card.ts'
import { BOOKING_CHECKS_UNNOTICED, pauseAfter } from './attempt.ts'
import { type Attempt, postponeCheck } from './queries.ts'

export const createPostpone = ({ database }: Pick<Dependencies, 'database'>, absorb: Absorb) => {
  const { db } = database

  return async (attempt: Attempt, reason: string): Promise<void> => {
    const pause = pauseOf(attempt)
    const isPaid = attempt.state === 'captured' || attempt.state === 'booking'
    await postponeCheck(db, attempt, pause)
    if (isPaid && attempt.checks >= BOOKING_CHECKS_UNNOTICED) {
      await absorb.review(attempt, `It is paid but not booked yet: ${reason}`)
    }
    const isOpen = pauseAfter(attempt.state, 0) !== undefined
    if (isOpen && pause === undefined && !isPaid) {
      const review = `What became of it could not be found out: ${reason}`
      const step = {
        to: 'needs_review',
        action: 'payment_needs_review',
        change: { review },
      } as const
      await absorb.move(attempt, step, (tx, moved) => absorb.tellStaff(tx, moved))
    }
  }
}

/** Who is waited for, a payer, has half an hour; a service is asked again at growing pauses. */
const pauseOf = (attempt: Attempt): number | undefined => {
  const isPayersTurn = attempt.state === 'requires_action' || attempt.state === 'reserved'
  const left = isPayersTurn && attempt.providerId !== null ? secondsLeft(attempt) : 0
  return left > 0 ? left : pauseAfter(attempt.state, attempt.checks + 1)
}
