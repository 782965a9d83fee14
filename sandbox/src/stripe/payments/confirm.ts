// How an intent is paid: at once, after the bank has asked the payer, or not at all.
import type Stripe from 'stripe'
import type { Account } from '../account.ts'
import { type ErrorBody, invalidRequest, noSuch, StripeFault } from '../api/fault.ts'
import { booleanOf, type FormTree, textOf } from '../api/form.ts'
import type { IntentRow, MethodRow } from '../books.ts'
import type { Cause } from '../events.ts'
import { newId } from '../ids.ts'
import { newCharge } from './charges.ts'
import { challengeFailed, type DeclineName, declineError } from './declines.ts'
import { disputeLater } from './disputes.ts'
import { getMethod } from './payment-methods.ts'

export type Confirmation = {
  readonly methodId: string | undefined
  readonly useStripeSdk: boolean
  readonly returnUrl: string | null
  readonly failOnChallenge: boolean
}

export const readConfirmation = (tree: FormTree): Confirmation => {
  const returnUrl = textOf(tree, 'return_url') ?? null
  if (returnUrl !== null && !/^https?:\/\//.test(returnUrl))
    throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: 'return_url' })
  return {
    methodId: textOf(tree, 'payment_method'),
    useStripeSdk: booleanOf(tree, 'use_stripe_sdk') === true,
    returnUrl,
    failOnChallenge: booleanOf(tree, 'error_on_requires_action') === true,
  }
}

export const confirmIntent = (
  account: Account,
  id: string,
  confirmation: Confirmation,
  cause: Cause,
): Stripe.PaymentIntent => {
  const row = account.books.intents.get(id)
  if (!row) throw noSuch('payment_intent', id, 'intent')
  const { useStripeSdk, returnUrl } = confirmation
  const methodId = confirmation.methodId ?? idOf(row.object.payment_method)
  const found = methodId === undefined ? undefined : getMethod(account.books, methodId)
  const method = checkPayable(row.object, found, returnUrl)
  const confirmed = { ...row, useStripeSdk, returnUrl }
  if (!method.behaviour.challenge) return settle(account, confirmed, method, false, cause)
  if (confirmation.failOnChallenge)
    return decline(account, confirmed, authenticationRequired(method.object), cause)
  const { object } = account.books.saveIntent(confirmed, {
    last_payment_error: null,
    next_action: nextAction(account, confirmed),
    payment_method: method.object.id,
    status: 'requires_action',
  })
  account.emit('payment_intent.requires_action', object, cause)
  return object
}

/** The method, if the intent can be paid with it now. */
export const checkPayable = (
  intent: Stripe.PaymentIntent,
  method: MethodRow | undefined,
  returnUrl: string | null,
): MethodRow => {
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
  if (intent.automatic_payment_methods?.allow_redirects === 'always' && returnUrl === null)
    throw invalidRequest(
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
    )
  return method
}

/** Without Stripe's script in the page, and with an address to come back to, the payer leaves the page. */
const nextAction = (
  { url }: Account,
  { object, useStripeSdk, returnUrl }: IntentRow,
): Stripe.PaymentIntent.NextAction => {
  const challengeUrl = `${url}/challenge/${object.id}?client_secret=${object.client_secret}`
  return useStripeSdk || returnUrl === null
    ? {
        type: 'use_stripe_sdk',
        use_stripe_sdk: {
          type: 'three_d_secure_redirect',
          stripe_js: challengeUrl,
          source: newId('src'),
        },
      }
    : { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url: challengeUrl } }
}

/** The payer has answered the bank, or turned away from it. */
export const finishChallenge = (
  account: Account,
  id: string,
  authenticated: boolean,
): Stripe.PaymentIntent => {
  const row = account.books.intents.get(id)
  const method = row && account.books.methods.get(idOf(row.object.payment_method) ?? '')
  if (!row || !method) throw noSuch('payment_intent', id, 'intent')
  if (row.object.status !== 'requires_action') return row.object
  const cause = { id: null, idempotency_key: null }
  try {
    return authenticated
      ? settle(account, row, method, true, cause)
      : decline(account, row, challengeFailed(method.object), cause)
  } catch (error) {
    // Nobody waits for the answer of a call here: the intent tells the outcome.
    if (error instanceof StripeFault && error.error.payment_intent)
      return error.error.payment_intent
    throw error
  }
}

const settle = (
  account: Account,
  row: IntentRow,
  method: MethodRow,
  challenged: boolean,
  cause: Cause,
): Stripe.PaymentIntent => {
  const { books, emit, url } = account
  const declineName: DeclineName | undefined = method.behaviour.decline
  const charge = books.saveCharge(
    newCharge({
      intent: row.object,
      method: method.object,
      challenged,
      decline: declineName,
      receiptUrl: (chargeId) => `${url}/receipts/${chargeId}`,
    }),
  )
  if (declineName) {
    emit('charge.failed', charge, cause)
    const error = declineError(declineName, charge.id, method.object)
    return decline(account, row, error, cause)
  }
  books.methods.set(method.object.id, { ...method, used: true })
  const { object } = books.saveIntent(row, {
    amount_received: row.object.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.object.id,
    status: 'succeeded',
  })
  emit('charge.succeeded', charge, cause)
  emit('payment_intent.succeeded', object, cause)
  if (method.behaviour.disputed) disputeLater(account, charge.id)
  return object
}

/** Ends in an error that carries the intent, which waits for another card. */
const decline = (account: Account, row: IntentRow, error: ErrorBody, cause: Cause): never => {
  const { object } = account.books.saveIntent(row, {
    last_payment_error: error as Stripe.PaymentIntent.LastPaymentError,
    ...(error.charge !== undefined && { latest_charge: error.charge }),
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  account.emit('payment_intent.payment_failed', object, cause)
  throw new StripeFault(402, { ...error, payment_intent: object })
}

const authenticationRequired = (payment_method: Stripe.PaymentMethod): ErrorBody => ({
  type: 'card_error',
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
  payment_method,
})

const idOf = (value: string | { id: string } | null): string | undefined =>
  typeof value === 'string' ? value : value?.id
