// Confirms an intent: the card is charged right away, after the bank's authentication, or declined.
import type Stripe from 'stripe'
import type { Account } from '../account.ts'
import { type ErrorBody, invalidRequest, noSuch, StripeFault } from '../api/fault.ts'
import type { MethodRow } from '../books.ts'
import { type Cause, NO_CALL } from '../events.ts'
import { newId } from '../ids.ts'
import { newCharge } from './charges.ts'
import { challengeFailed, declineError } from './declines.ts'
import { disputeLater } from './disputes.ts'
import { getMethod } from './payment-methods.ts'

type Intent = Stripe.PaymentIntent

export const confirmIntent = (
  account: Account,
  intent: Intent,
  sentMethodId: string | undefined,
  cause: Cause,
): Intent => {
  const { books, emit, url } = account
  const methodId = sentMethodId ?? idOf(intent.payment_method)
  const found = methodId === undefined ? undefined : getMethod(books, methodId)
  const method = checkPayable(intent, found)
  if (!method.behavior.challenge) return charge(account, intent, method, false, cause)
  const waiting = books.saveIntent(intent, {
    last_payment_error: null,
    next_action: {
      type: 'use_stripe_sdk',
      use_stripe_sdk: {
        type: 'three_d_secure_redirect',
        stripe_js: `${url}/challenge/${intent.id}?client_secret=${intent.client_secret}`,
        source: newId('src'),
      },
    },
    payment_method: method.object.id,
    status: 'requires_action',
  })
  emit('payment_intent.requires_action', waiting, cause)
  return waiting
}

/** Returns the method if it can pay the intent now. */
export const checkPayable = (intent: Intent, method: MethodRow | undefined): MethodRow => {
  const unexpected = (reason: string) =>
    invalidRequest(`You cannot confirm this PaymentIntent because ${reason}.`, {
      code: 'payment_intent_unexpected_state',
      payment_intent: intent,
    })
  if (intent.status === 'succeeded')
    throw unexpected('it has already succeeded after being previously confirmed')
  if (intent.status === 'canceled') throw unexpected('it has a status of canceled')
  if (!method) throw unexpected("it's missing a payment method")
  if (method.used)
    throw invalidRequest(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    )
  if (intent.automatic_payment_methods?.allow_redirects === 'always')
    throw invalidRequest(
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
    )
  return method
}

/** Continues after the payer has completed, failed or left the bank's authentication. */
export const finishChallenge = (account: Account, id: string, authenticated: boolean): Intent => {
  const intent = account.books.intents.get(id)
  const method = intent && account.books.methods.get(idOf(intent.payment_method) ?? '')
  if (!intent || !method) throw noSuch('payment_intent', id, 'intent')
  if (intent.status !== 'requires_action') return intent
  try {
    return authenticated
      ? charge(account, intent, method, true, NO_CALL)
      : decline(account, intent, challengeFailed(method.object), NO_CALL)
  } catch (error) {
    // There is no API call to answer here; the intent shows the outcome.
    if (error instanceof StripeFault && error.error.payment_intent)
      return error.error.payment_intent
    throw error
  }
}

const charge = (
  account: Account,
  intent: Intent,
  method: MethodRow,
  challenged: boolean,
  cause: Cause,
): Intent => {
  const { books, emit } = account
  const declineName = method.behavior.decline
  const made = newCharge({ intent, method: method.object, challenged, decline: declineName })
  books.charges.set(made.id, made)
  if (declineName) {
    emit('charge.failed', made, cause)
    return decline(account, intent, declineError(declineName, made.id, method.object), cause)
  }
  books.methods.set(method.object.id, { ...method, used: true })
  const paid = books.saveIntent(intent, {
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: made.id,
    next_action: null,
    payment_method: method.object.id,
    status: 'succeeded',
  })
  emit('charge.succeeded', made, cause)
  emit('payment_intent.succeeded', paid, cause)
  if (method.behavior.disputed) disputeLater(account, made.id)
  return paid
}

/** The intent goes back to waiting for a card. */
const decline = (account: Account, intent: Intent, error: ErrorBody, cause: Cause): never => {
  const declined = account.books.saveIntent(intent, {
    last_payment_error: error as Stripe.PaymentIntent.LastPaymentError,
    ...(error.charge !== undefined && { latest_charge: error.charge }),
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  account.emit('payment_intent.payment_failed', declined, cause)
  throw new StripeFault(402, { ...error, payment_intent: declined })
}

const idOf = (value: string | { id: string } | null): string | undefined =>
  typeof value === 'string' ? value : value?.id
