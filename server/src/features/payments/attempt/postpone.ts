// What happens when asking about an attempt did not help: it is asked about later, and in the end someone must look.
import type { Dependencies } from '../../../dependencies.ts'
import { type Attempt, postponeCheck } from '../queries.ts'
import { BOOKING_CHECKS_UNNOTICED, pauseAfter, payerPause, secondsLeft } from './attempt.ts'
import type { Steps } from './steps.ts'

export const createPostpone = ({ database }: Pick<Dependencies, 'database'>, steps: Steps) => {
  const { db } = database

  return async (attempt: Attempt, reason: string): Promise<void> => {
    // Who is waited for, a payer, has half an hour; a service is asked again at growing pauses.
    if (isPayersTurn(attempt)) return postponeCheck(db, attempt, payerPause(attempt))
    // A payer's page or a webhook asked before its time, which says nothing about how long this will take.
    if (attempt.nextCheckAt && attempt.nextCheckAt.getTime() > Date.now()) return
    const checks = attempt.checks + 1
    const pause = pauseAfter(attempt.state, checks)
    const isPaid = attempt.state === 'captured' || attempt.state === 'booking'
    const isOpen = pauseAfter(attempt.state, 0) !== undefined
    if (isOpen && pause === undefined) {
      const review = `What became of it could not be found out: ${reason}`
      const change = { review }
      const step = { to: 'needs_review', action: 'payment_needs_review', change } as const
      await steps.move(attempt, step, steps.tellStaff)
      return
    }
    await postponeCheck(db, { ...attempt, checks }, pause)
    if (isPaid && attempt.review === '' && attempt.checks >= BOOKING_CHECKS_UNNOTICED) {
      await steps.review(attempt, `It is paid but not booked yet: ${reason}`)
    }
  }
}

const isPayersTurn = (attempt: Attempt): boolean =>
  (attempt.state === 'requires_action' || attempt.state === 'reserved') &&
  attempt.providerId !== null &&
  secondsLeft(attempt) > 0
