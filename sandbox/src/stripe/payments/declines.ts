// Card declines, in Stripe's codes and words.
import type Stripe from 'stripe'
import { docUrl, type ErrorBody } from '../api/fault.ts'

type Decline = { readonly message: string; readonly code?: string; readonly param?: string }

const DECLINED = 'Your card was declined.'

/** By decline code. The default `code` is `card_declined`. */
const DECLINES = {
  generic_decline: { message: DECLINED },
  insufficient_funds: { message: 'Your card has insufficient funds.' },
  lost_card: { message: DECLINED },
  stolen_card: { message: DECLINED },
  expired_card: { code: 'expired_card', message: 'Your card has expired.', param: 'exp_month' },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    param: 'cvc',
  },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
} as const satisfies Record<string, Decline>

export type DeclineName = keyof typeof DECLINES

export const declineOf = (decline_code: DeclineName) => {
  const decline: Decline = DECLINES[decline_code]
  return { code: 'card_declined', ...decline, decline_code }
}

/** What Stripe tells the seller. */
export const sellerMessageOf = (name: DeclineName): string =>
  name === 'generic_decline'
    ? 'The bank did not return any further details with this decline.'
    : `The bank returned the decline code \`${name}\`.`

export const declineError = (
  name: DeclineName,
  charge: string,
  payment_method: Stripe.PaymentMethod,
): ErrorBody => {
  const decline = declineOf(name)
  return { type: 'card_error', charge, ...decline, doc_url: docUrl(decline.code), payment_method }
}

/** The payer failed or left the bank's authentication. */
export const challengeFailed = (payment_method: Stripe.PaymentMethod): ErrorBody => ({
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  doc_url: docUrl('payment_intent_authentication_failure'),
  message:
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
  payment_method,
})
