// What the notice of a failed payment adds to its message: whether the customer was charged, and what to do next.
import type {
  captureWalletPayment,
  completePayment,
  createCardPayment,
  createWalletOrder,
} from '@invoice-desk/contract/payments/payments'
import { isCardOn, isWalletOn } from '../methods/card-field.ts'
import type { PaymentProblem } from './payment-problem.ts'

type Endpoint =
  | (typeof createCardPayment)[keyof typeof createCardPayment]
  | typeof createWalletOrder
  | typeof captureWalletPayment
  | typeof completePayment

const NOT_CHARGED = "You weren't charged."
/** There may be only one payment method. */
const OR_CARD = isWalletOn && !isCardOn ? '' : ' or pay by card'
const OR_WALLET = isCardOn && !isWalletOn ? '' : ' or use PayPal'
const OR_OTHER = OR_CARD && OR_WALLET && ' or use another payment method'
const TRY_AGAIN = `${NOT_CHARGED} Please try again${OR_OTHER}.`
const CONTINUE = `${NOT_CHARGED} Press the PayPal button to continue.`

/** Only an earlier payment is in doubt: this one wasn't sent. */
const UNSURE =
  "We don't know yet whether you were charged. Please don't pay again another way. Try again here: we check the earlier payment first, so you can't be charged twice."

/** The payment that the message is about isn't this one, or can't be found. */
const LOOK_FOR_RECEIPT =
  "We don't know whether you were charged. Please don't pay again before you've looked for a receipt in your email."

/** Follows the error's text, unless that says whether the customer was charged. */
const ADVICE: Readonly<Record<Endpoint['errors'][number], string>> = {
  human_check_required: `${NOT_CHARGED} Reload the page if this happens again.`,
  not_human: `${NOT_CHARGED} If this happens again, use another browser.`,
  human_check_failed: `${NOT_CHARGED} If this happens again, use another browser.`,
  too_many_declines: `${NOT_CHARGED} Wait before you try again${OR_OTHER}.`,
  payments_at_once: `${NOT_CHARGED} Wait before you try again.`,
  invoice_lookup_expired: `${NOT_CHARGED} Search again, then pay.`,
  customers_differ: `${NOT_CHARGED} Search again and select the invoices of one customer.`,
  // The answer to an earlier try may have been lost.
  invoice_paid:
    "You weren't charged for this try. If you paid earlier, look for the receipt in your email.",
  currency_not_accepted: `${NOT_CHARGED} Pay your other invoices here, or use a bank transfer.`,
  amount_above_balance: `${NOT_CHARGED} Search again to see the balance.`,
  balance_changed: `${NOT_CHARGED} Check the amount and pay again.`,
  balance_unavailable: `${NOT_CHARGED} Please try again in a few minutes.`,
  payment_in_progress:
    "You weren't charged for this try. If the other payment is yours, wait for its receipt. Otherwise, try again in a few minutes, or ask us to release the invoice.",
  payments_paused: `${NOT_CHARGED} Try again later, or contact us.`,
  payment_key_reused: LOOK_FOR_RECEIPT,
  payment_declined: TRY_AGAIN,
  payment_cancelled: `${NOT_CHARGED} You can pay again.`,
  payment_expired: `${NOT_CHARGED} Please start again.`,
  amount_too_small: `${NOT_CHARGED} Pay a larger amount${OR_WALLET}.`,
  payment_failed: TRY_AGAIN,
  card_unavailable: `${NOT_CHARGED} Please try again in a moment.`,
  wallet_unavailable: TRY_AGAIN,
  wallet_order_failed: `${NOT_CHARGED} Please try again${OR_CARD}.`,
  wallet_failed: `${NOT_CHARGED} Please try again${OR_CARD}.`,
  wallet_not_approved: CONTINUE,
  instrument_declined: `${NOT_CHARGED} Choose another payment method in PayPal.`,
  wallet_action_required: CONTINUE,
  wallet_declined: `${NOT_CHARGED} Please contact PayPal${OR_CARD}.`,
  changed_meanwhile: `${NOT_CHARGED} Reload the page to see how you can pay.`,
  payment_unknown: LOOK_FOR_RECEIPT,
}

/** PayPal's own window failed, perhaps after the customer approved the payment. */
const WINDOW_FAILED = `We don't know yet whether you were charged. If you approved the payment in PayPal, wait for the receipt before you pay again. Otherwise, try again${OR_CARD}.`

const isListed = (code: string): code is keyof typeof ADVICE => Object.hasOwn(ADVICE, code)

/** Undefined if the message says everything itself. */
export const adviceOf = (problem: PaymentProblem): string | undefined => {
  const { message, code = '', isNeutral, isUncharged } = problem
  // Many of the server's messages say it, such as those for each kind of decline. Once is enough.
  if (isNeutral || /\bcharged\b/.test(message)) return undefined
  if (problem.isInWallet) return WINDOW_FAILED
  if (!isUncharged) return UNSURE
  return isListed(code) ? ADVICE[code] : TRY_AGAIN
}

export const withAdvice = (problem: PaymentProblem): PaymentProblem => {
  const detail = [problem.detail, adviceOf(problem)].filter(Boolean).join(' ')
  return { ...problem, detail }
}
