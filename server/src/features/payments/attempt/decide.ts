// The rule of the money path. Once a capture or a confirmation has been sent, only a definite answer about that
// very call ends the attempt without money. Everything else leaves it unknown: its invoices stay on hold, and
// somebody keeps asking.
import type { ErrorCode } from '@invoice-desk/contract/errors'
import type { PaymentMethod } from '@invoice-desk/contract/payment-methods'
import { type AttemptState, isFinal } from '@invoice-desk/contract/payments-admin'
import type { PaidState, ProviderPayment } from '../../../providers/payment-state.ts'
import { declineTextOf } from '../methods/decline-texts.ts'
import type { Attempt } from '../queries.ts'
import { CALL_MS_MAX, canFollow, secondsLeft } from './attempt.ts'

/** PayPal keeps a request id for six hours; sent later, the same id is a new call. */
const KEY_MS_MAX = 6 * 3_600_000

/**
 * The latest capture or confirmation that has no definite answer yet: `none`, one that may still be `running`,
 * one that is `over` by now, or one so `old` that repeating it would be another call.
 */
export type Sent = 'none' | 'running' | 'over' | 'old'

/** What counts about an attempt when an answer comes in. */
export type Standing = {
  readonly method: PaymentMethod
  readonly state: AttemptState
  readonly sent: Sent
  /** The money is known to have arrived. */
  readonly isPaid: boolean
  /** The payer has had their half hour. */
  readonly isTimeUp: boolean
  /** What the payer was told, or is to be told, when nothing comes of it. */
  readonly failureCode: string | null
}

export const standingOf = (attempt: Attempt, now = Date.now()): Standing => ({
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

/** What a provider said, or that it did not say anything of use: no answer, an error, an answer nobody can read. */
export type Answer =
  | ProviderPayment
  | { readonly kind: 'unanswered'; readonly failureCode?: ErrorCode }

declare const proof: unique symbol
/** That nothing was taken and nothing can be. Only this file makes one, and only with one can an attempt end. */
export type Proof = { readonly [proof]: true }
const PROVEN = {} as Proof

export type Ending = {
  readonly state: 'failed' | 'cancelled' | 'expired'
  readonly code?: ErrorCode
  readonly text?: string
  /** The provider's code, for staff. */
  readonly reason?: string | undefined
}

export type Decision =
  /** Nothing new: ask again later. */
  | { readonly do: 'wait' }
  | { readonly do: 'take'; readonly paid: PaidState }
  | { readonly do: 'end'; readonly ending: Ending; readonly proof: Proof }
  /** Cancel the intent, and end only when it is canceled. */
  | { readonly do: 'cancel'; readonly ending: Ending }
  /** Take the approved money, under the same key as before. */
  | { readonly do: 'capture' }
  /** The payer's bank wants to ask them. */
  | { readonly do: 'challenge'; readonly clientSecret: string }
  /** Nothing was taken; the payer may go on with the same order. */
  | {
      readonly do: 'return'
      readonly failureCode: ErrorCode | null
      readonly failureText: string | null
      readonly reason?: string
      readonly proof: Proof
    }
  /** Nobody knows what became of it. */
  | { readonly do: 'hold'; readonly failureCode?: ErrorCode }

const WAIT: Decision = { do: 'wait' }
const HOLD: Decision = { do: 'hold' }
const end = (ending: Ending): Decision => ({ do: 'end', ending, proof: PROVEN })
const expire = (): Decision => end({ state: 'expired' })
const declined = (method: PaymentMethod, reason: string | undefined) =>
  ({
    state: 'failed',
    code: 'payment_declined',
    text: declineTextOf(method, reason),
    reason,
  }) as const satisfies Ending
const giveBack = (failureCode: ErrorCode | null = null, reason?: string): Decision => ({
  do: 'return',
  failureCode,
  failureText: failureCode && declineTextOf('paypal', reason),
  ...(reason && { reason }),
  proof: PROVEN,
})

/**
 * What follows from an answer. For the answer to a capture or confirmation itself, `sent` tells of earlier calls
 * only. `ending` is how the attempt is to end when its intent turns out to be canceled.
 */
export const decide = (standing: Standing, answer: Answer, ending?: Ending): Decision => {
  if (answer.kind === 'paid') return { do: 'take', paid: answer }
  // What has ended, or is paid, can only be surprised by money.
  if (standing.isPaid || isFinal(standing.state)) return WAIT
  const decision =
    standing.method === 'stripe'
      ? decideCard(standing, answer, ending)
      : decideWallet(standing, answer)
  const next = stateAfter(decision)
  return next === undefined || canFollow(standing.state, next) ? decision : WAIT
}

type Unpaid = Exclude<Answer, PaidState>

const decideCard = (standing: Standing, answer: Unpaid, ending?: Ending): Decision => {
  switch (answer.kind) {
    case 'declined': {
      const refused = declined('stripe', answer.reason)
      // In answer to the confirmation nobody else can pay the intent, unless the browser has its secret.
      const isLastWord = standing.sent === 'none' && standing.state === 'confirming'
      return isLastWord ? end(refused) : { do: 'cancel', ending: refused }
    }
    case 'open': {
      // Nobody knows whether the confirmation is still on its way: canceling settles it.
      const code = (standing.failureCode as ErrorCode | null) ?? 'card_unavailable'
      return { do: 'cancel', ending: { state: 'failed', code } }
    }
    case 'requires_action':
      if (standing.isTimeUp) return { do: 'cancel', ending: { state: 'expired' } }
      return { do: 'challenge', clientSecret: answer.clientSecret }
    case 'cancelled':
      return end(ending ?? { state: 'failed', code: 'payment_failed' })
    case 'unanswered':
      return { ...HOLD, ...(answer.failureCode && { failureCode: answer.failureCode }) }
    default:
      return WAIT
  }
}

const decideWallet = (standing: Standing, answer: Unpaid): Decision => {
  const { sent, isTimeUp, state } = standing
  switch (answer.kind) {
    case 'declined':
      return end(declined('paypal', answer.reason))
    case 'refused':
      // Of this call nothing came; an earlier one may still take the money.
      if (sent === 'running') return HOLD
      return isTimeUp ? expire() : giveBack(answer.failureCode, answer.reason)
    case 'approved':
    case 'open':
      // An order reads like this while its capture runs. The same call again has PayPal say what became of it.
      if (sent === 'running' || sent === 'over') return { do: 'capture' }
      if (sent === 'old') return expire()
      // After a refusal that the payer saw, only the payer's own button takes the money.
      if (answer.kind === 'approved' && standing.failureCode === null) return { do: 'capture' }
      if (isTimeUp) return expire()
      return state === 'reserved' ? WAIT : giveBack()
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

/** The payer gave up. An order that nobody sent a capture for costs nothing; an intent is canceled first. */
export const decideCancel = ({ method, state, sent }: Standing): Decision => {
  const ending = { state: 'cancelled' } as const
  if (method === 'stripe') return state === 'requires_action' ? { do: 'cancel', ending } : WAIT
  return state === 'reserved' && sent === 'none' ? end(ending) : WAIT
}

/** A person has looked it up at the provider and answers for it. */
export const proofByPerson = (): Proof => PROVEN

const stateAfter = (decision: Decision): AttemptState | undefined => {
  switch (decision.do) {
    case 'end':
    case 'cancel':
      return decision.ending.state
    case 'capture':
      return 'confirming'
    case 'challenge':
      return 'requires_action'
    case 'return':
      return 'reserved'
    case 'hold':
      return 'unknown'
    default:
      return undefined
  }
}
