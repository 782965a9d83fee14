// Stores the outcome of an attempt. The payer's return, webhooks and the janitor all end here.
import type { Dependencies } from '../../../dependencies.ts'
import type { PaidState } from '../../../providers/payment-provider.ts'
import { PAYMENT_PROVIDERS } from '../../../providers/payment-providers.ts'
import type { Attempt } from '../queries.ts'
import { payerCheckDelay } from './attempt.ts'
import type { Decision } from './decide.ts'
import { captureOf, withReturned } from './review.ts'
import { askForReview, end, moveOrReload } from './transitions.ts'

const TRIES = 3

/** Records that the money arrived. If someone else has moved the attempt since, it tries again from the new state. */
const recordCapture = async (
  deps: Dependencies,
  attempt: Attempt,
  paid: PaidState,
  tries = TRIES,
): Promise<Attempt> => {
  const row = await moveOrReload(
    deps,
    attempt,
    captureOf(attempt, paid, deps.config.businessTimeZone),
  )
  return row.reference === null && tries > 1 ? recordCapture(deps, row, paid, tries - 1) : row
}

/** Refunds and disputes happen at the provider. Only staff change the books, so they are notified. */
const recordRefundOrDispute = async (
  deps: Dependencies,
  attempt: Attempt,
  paid: PaidState,
  tries = TRIES,
): Promise<Attempt> => {
  const { refundedCents, dispute = null, paidWith = null } = paid
  if (refundedCents === attempt.refundedCents && dispute === attempt.dispute) return attempt
  const isBooked = attempt.state === 'booking' || attempt.state === 'booked'
  const change = {
    refundedCents,
    dispute,
    paidWith: attempt.paidWith ?? paidWith,
    reviewReasons: withReturned(attempt.reviewReasons, paid, isBooked),
  }
  const event = {
    action: dispute === attempt.dispute ? 'payment_refunded' : 'payment_disputed',
    details: { refundedCents, dispute },
  } as const
  if (attempt.state !== 'captured') return askForReview(deps, attempt, change, event)
  const row = await moveOrReload(deps, attempt, {
    ...event,
    change,
    to: 'needs_review',
    notify: true,
  })
  return tries > 1 ? recordRefundOrDispute(deps, row, paid, tries - 1) : row
}

/** For decisions that need no further call to the provider. */
export const recordOutcome = async (
  deps: Dependencies,
  attempt: Attempt,
  decision: Exclude<Decision, { do: 'capture' | 'cancel' }>,
): Promise<Attempt> => {
  const { declineText } = PAYMENT_PROVIDERS[attempt.method]
  switch (decision.do) {
    case 'take': {
      const record = attempt.reference === null ? recordCapture : recordRefundOrDispute
      return record(deps, attempt, decision.paid)
    }
    case 'end': {
      const { proof } = decision
      const { lines = [], isUnexpected, ...ending } = decision.ending
      const isDecline = ending.code === 'payment_declined'
      const declined = isDecline && { text: declineText(ending.reason) }
      const row = await end(deps, attempt, { ...ending, ...declined }, { proof, lines })
      if (!isUnexpected || row.state !== ending.state) return row
      const code = ending.reason ?? null
      return askForReview(deps, row, { reviewReasons: [{ reason: 'refused', code }] })
    }
    case 'challenge':
      if (attempt.state === 'requires_action') return attempt
      return moveOrReload(deps, attempt, {
        to: 'requires_action',
        action: 'payment_challenged',
        // It's the payer's turn.
        change: { leasedUntil: null },
        checkInSeconds: payerCheckDelay(attempt),
      })
    case 'return': {
      const { failureCode, reason, proof } = decision
      const failureText = failureCode && declineText(reason)
      return moveOrReload(deps, attempt, {
        to: 'reserved',
        action: 'payment_not_taken',
        change: { generation: attempt.generation + 1, failureCode, failureText, reviewReasons: [] },
        ...(reason && { details: { reason } }),
        checkInSeconds: payerCheckDelay(attempt),
        proof,
      })
    }
    case 'hold':
      if (attempt.state === 'unknown') return attempt
      return moveOrReload(deps, attempt, {
        to: 'unknown',
        action: 'payment_unknown',
        ...(decision.failureCode && { change: { failureCode: decision.failureCode } }),
      })
    case 'wait':
      return attempt
  }
}
