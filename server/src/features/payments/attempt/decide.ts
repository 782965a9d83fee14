// Decides what to do about a provider's answer. Once a capture or confirmation has been sent, only a definite answer
// about that call ends the attempt without money. Everything else leaves it unknown: its invoices stay on hold and we
// keep asking.
import type { ErrorCode } from '@invoice-desk/contract/http/errors'
import { type AttemptState, isFinal } from '@invoice-desk/contract/payments/admin'
import {
  PAYMENT_METHODS,
  type PaymentMethod,
} from '@invoice-desk/contract/payments/payment-methods'
import type { paymentAttempt } from '../../../db/schema/payments.ts'
import type { PaidState, ProviderPayment } from '../../../providers/payment-provider.ts'
import type { HeldLine } from '../queries.ts'
import { CALL_MS_MAX, canFollow, secondsLeft } from './attempt.ts'

/** PayPal keeps a request id for six hours. After that, the same id is a new call. */
const KEY_MS_MAX = 6 * 3_600_000

/**
 * The latest capture or confirmation without a definite answer: `none`, one that may still be `running`, one that is
 * `over` by now, or one so `old` that a repeat would be a new call.
 */
export type Sent = 'none' | 'running' | 'over' | 'old'

/** The facts about an attempt that the rule depends on. */
export type Snapshot = {
  readonly method: PaymentMethod
  readonly state: AttemptState
  readonly sent: Sent
  readonly isPaid: boolean
  /** The payer's half hour is over. */
  readonly isTimeUp: boolean
  /** The error that the payer saw, or will see if no money is taken. */
  readonly failureCode: string | null
}

export const snapshotOf = (
  attempt: typeof paymentAttempt.$inferSelect,
  now = Date.now(),
): Snapshot => ({
  method: attempt.method,
  state: attempt.state,
  sent: sentOf(attempt.sentAt, now),
  isPaid: attempt.reference !== null,
  isTimeUp: secondsLeft(attempt, now) <= 0,
  failureCode: attempt.failureCode,
})

const sentOf = (sentAt: Date | null, now: number): Sent => {
  if (sentAt === null) return 'none'
  const age = now - sentAt.getTime()
  return age < CALL_MS_MAX ? 'running' : age < KEY_MS_MAX ? 'over' : 'old'
}

/** A provider's answer, or `unanswered` after no answer, an error, or an answer that can't be read. */
export type Answer =
  | ProviderPayment
  | { readonly kind: 'unanswered'; readonly failureCode?: ErrorCode }

declare const proof: unique symbol
/** Proof that no money was taken or can be. Only this file makes one, and an attempt can't end without one. */
export type Proof = { readonly [proof]: true }
const PROVEN = {} as Proof

export type Ending = {
  readonly state: 'failed' | 'cancelled' | 'expired'
  readonly code?: ErrorCode
  readonly text?: string
  /** The provider's code for a decline. */
  readonly reason?: string | undefined
  /** The decline doesn't seem to be about the payer. */
  readonly isUnexpected?: boolean
  /** The invoices as they are now, if that's why. */
  readonly lines?: readonly HeldLine[]
}

export type Decision =
  /** Nothing new: check again later. */
  | { readonly do: 'wait' }
  | { readonly do: 'take'; readonly paid: PaidState }
  | { readonly do: 'end'; readonly ending: Ending; readonly proof: Proof }
  /** Cancel at the provider, and end only once it is canceled there. */
  | { readonly do: 'cancel'; readonly ending: Ending }
  /** Capture the approved money, under the same key as before. */
  | { readonly do: 'capture' }
  /** The payer's bank wants them to confirm the payment. */
  | { readonly do: 'challenge'; readonly clientSecret: string }
  /** No money was taken; the payer can continue with the same order. */
  | {
      readonly do: 'return'
      readonly failureCode: ErrorCode | null
      readonly reason?: string
      readonly proof: Proof
    }
  /** The outcome is unknown. */
  | { readonly do: 'hold'; readonly failureCode?: ErrorCode }

const WAIT: Decision = { do: 'wait' }
export const HOLD = { do: 'hold' } as const satisfies Decision
const end = (ending: Ending): Decision => ({ do: 'end', ending, proof: PROVEN })
const expire = (): Decision => end({ state: 'expired' })
const declined = (reason: string | undefined) =>
  ({ state: 'failed', code: 'payment_declined', reason }) as const satisfies Ending
const returnToPayer = (failureCode: ErrorCode | null = null, reason?: string): Decision => ({
  do: 'return',
  failureCode,
  ...(reason && { reason }),
  proof: PROVEN,
})

/**
 * What to do about an answer. When it answers a capture or confirmation, `sent` is about earlier calls only.
 * `ending` is how the attempt ends if the provider says that it is canceled.
 */
export const decide = (snapshot: Snapshot, answer: Answer, ending?: Ending): Decision => {
  if (answer.kind === 'paid') return { do: 'take', paid: answer }
  // After the end, or once it is paid, only money matters.
  if (snapshot.isPaid || isFinal(snapshot.state)) return WAIT
  const decision = RULES[kindOf(snapshot)](snapshot, answer, ending)
  const next = stateAfter(decision)
  return next === undefined || canFollow(snapshot.state, next) ? decision : WAIT
}

const kindOf = ({ method }: Snapshot) => PAYMENT_METHODS[method].kind

type Unpaid = Exclude<Answer, PaidState>

const decideCard = (snapshot: Snapshot, answer: Unpaid, ending?: Ending): Decision => {
  switch (answer.kind) {
    case 'declined': {
      const refused = declined(answer.reason)
      // If this answers the confirmation, the browser never got the intent's secret, so no one can pay it anymore.
      const isLastWord = snapshot.sent === 'none' && snapshot.state === 'confirming'
      return isLastWord ? end(refused) : { do: 'cancel', ending: refused }
    }
    case 'open': {
      // The confirmation may still be on its way: canceling settles it.
      const code = (snapshot.failureCode as ErrorCode | null) ?? 'card_unavailable'
      return { do: 'cancel', ending: { state: 'failed', code } }
    }
    case 'requires_action':
      if (snapshot.isTimeUp) return { do: 'cancel', ending: { state: 'expired' } }
      return { do: 'challenge', clientSecret: answer.clientSecret }
    case 'cancelled': {
      // After the time limit we cancel it ourselves, and may have lost the answer.
      const isExpired = snapshot.state === 'requires_action' && snapshot.isTimeUp
      return end(
        ending ?? (isExpired ? { state: 'expired' } : { state: 'failed', code: 'payment_failed' }),
      )
    }
    case 'unanswered':
      return { ...HOLD, ...(answer.failureCode && { failureCode: answer.failureCode }) }
    default:
      return WAIT
  }
}

const decideWallet = (snapshot: Snapshot, answer: Unpaid): Decision => {
  const { sent, isTimeUp, state } = snapshot
  switch (answer.kind) {
    case 'declined':
      return end(declined(answer.reason))
    case 'refused':
      // This call took nothing, but an earlier one may still take the money.
      if (sent === 'running') return HOLD
      if (answer.isFinal) return end({ ...declined(answer.reason), isUnexpected: true })
      return isTimeUp ? expire() : returnToPayer(answer.failureCode, answer.reason)
    case 'approved':
    case 'open':
      // An order also looks like this while its capture runs. Repeating the call makes PayPal report its outcome.
      if (sent === 'running' || sent === 'over') return { do: 'capture' }
      if (sent === 'old') return expire()
      // After a refusal that the payer saw, only the payer's own click captures the money.
      if (answer.kind === 'approved' && snapshot.failureCode === null) return { do: 'capture' }
      if (isTimeUp) return expire()
      return state === 'reserved' ? WAIT : returnToPayer()
    case 'cancelled':
      return end({ state: 'cancelled' })
    case 'gone':
      return sent === 'none' ? end({ state: 'cancelled' }) : HOLD
    case 'unanswered':
      return HOLD
    default:
      return WAIT
  }
}

const RULES = { card: decideCard, wallet: decideWallet } as const

/** The payer canceled. An order without a capture just ends; a card's intent is canceled first. */
export const decideCancel = (snapshot: Snapshot): Decision => {
  const { state, sent } = snapshot
  const ending = { state: 'cancelled' } as const
  if (kindOf(snapshot) === 'card') {
    return state === 'requires_action' ? { do: 'cancel', ending } : WAIT
  }
  return state === 'reserved' && sent === 'none' ? end(ending) : WAIT
}

/** A staff member looked up the payment at the provider and confirmed that no money was taken. */
export const proofByStaff = (): Proof => PROVEN

const stateAfter = (decision: Decision): AttemptState | undefined => {
  if (decision.do === 'end' || decision.do === 'cancel') return decision.ending.state
  return decision.do === 'wait' || decision.do === 'take' ? undefined : STATES[decision.do]
}

const STATES = {
  capture: 'confirming',
  challenge: 'requires_action',
  return: 'reserved',
  hold: 'unknown',
} as const
