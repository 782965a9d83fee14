// What the notice of a failed payment adds to its message: whether the customer was charged, and what to do next.
import { type PaymentAdvice, paymentAdviceOf } from '@invoice-desk/contract/payments/payment-errors'
import { isCardOn, isWalletOn } from '../methods/card-field.ts'
import type { PaymentProblem } from './payment-problem.ts'

/** There may be only one payment method. */
const OR_CARD = isWalletOn && !isCardOn ? '' : ' or pay by card'
const OR_WALLET = isCardOn && !isWalletOn ? '' : ' or use PayPal'
const OR = {
  card: OR_CARD,
  wallet: OR_WALLET,
  other: OR_CARD && OR_WALLET && ' or use another payment method',
}

const CHARGED = {
  no: "You weren't charged.",
  not_this_time: "You weren't charged for this try.",
  // The payment that the message is about isn't this one, or can't be found.
  unknown: "We don't know whether you were charged.",
} as const satisfies Record<PaymentAdvice['charged'], string>

/** For errors that aren't about payments in particular, and answers without a code. */
const TRY_AGAIN: PaymentAdvice = { charged: 'no', next: 'Please try again', or: 'other' }

/** Only an earlier payment is in doubt: this one wasn't sent. */
const UNSURE =
  "We don't know yet whether you were charged. Please don't pay again another way. Try again here: we check the earlier payment first, so you can't be charged twice."

/** PayPal's own window failed, perhaps after the customer approved the payment. */
const WINDOW_FAILED = `We don't know yet whether you were charged. If you approved the payment in PayPal, wait for the receipt before you pay again. Otherwise, try again${OR_CARD}.`

/** Undefined if the message says everything itself. */
export const adviceOf = (problem: PaymentProblem): string | undefined => {
  const { charged, next, or } = paymentAdviceOf(problem.code ?? '') ?? TRY_AGAIN
  if (problem.isNeutral || next === undefined) return undefined
  if (problem.isInWallet) return WINDOW_FAILED
  if (!problem.isUncharged) return UNSURE
  return `${CHARGED[charged]} ${next}${or ? OR[or] : ''}.`
}

export const withAdvice = (problem: PaymentProblem): PaymentProblem => {
  const detail = [problem.detail, adviceOf(problem)].filter(Boolean).join(' ')
  return { ...problem, detail }
}
