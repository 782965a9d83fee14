// Why a card is declined, in Stripe's codes and words.
import type Stripe from 'stripe'
import { docUrl, type ErrorBody } from '../api/fault.ts'

type Decline = {
  readonly code: string
  readonly decline_code?: string
  readonly message: string
  readonly param?: string
  /** What the account's owner reads. */
  readonly seller: string
}

const DECLINED = 'Your card was declined.'
const declined = (decline_code: string, seller: string, message = DECLINED): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
  seller,
})

export const DECLINES = {
  generic_decline: declined(
    'generic_decline',
    'The bank did not return any further details with this decline.',
  ),
  insufficient_funds: declined(
    'insufficient_funds',
    'The bank returned the decline code `insufficient_funds`.',
    'Your card has insufficient funds.',
  ),
  lost_card: declined('lost_card', 'The bank returned the decline code `lost_card`.'),
  stolen_card: declined('stolen_card', 'The bank returned the decline code `stolen_card`.'),
  expired_card: {
    code: 'expired_card',
    decline_code: 'expired_card',
    message: 'Your card has expired.',
    param: 'exp_month',
    seller: 'The bank returned the decline code `expired_card`.',
  },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    param: 'cvc',
    seller: 'The bank returned the decline code `incorrect_cvc`.',
  },
  processing_error: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
    seller: 'The bank returned the decline code `processing_error`.',
  },
} as const satisfies Record<string, Decline>

export type DeclineName = keyof typeof DECLINES

export const declineOf = (name: DeclineName): Decline => DECLINES[name]

export const declineError = (
  name: DeclineName,
  charge: string,
  payment_method: Stripe.PaymentMethod,
): ErrorBody => {
  const { code, decline_code, message, param } = declineOf(name)
  return {
    type: 'card_error',
    charge,
    code,
    ...(decline_code !== undefined && { decline_code }),
    doc_url: docUrl(code),
    message,
    ...(param !== undefined && { param }),
    payment_method,
  }
}

/** A person who failed the bank's question, or walked away from it. */
export const challengeFailed = (payment_method: Stripe.PaymentMethod): ErrorBody => ({
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  doc_url: docUrl('payment_intent_authentication_failure'),
  message:
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
  payment_method,
})
