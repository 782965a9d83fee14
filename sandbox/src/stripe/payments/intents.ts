// Payment intents: create, find and cancel. `confirm.ts` charges them.
import type Stripe from 'stripe'
import type { Account } from '../account.ts'
import { invalidRequest, noSuch } from '../api/fault.ts'
import { allowOnly, booleanOf, type FormTree, textOf } from '../api/form.ts'
import type { Cause } from '../events.ts'
import { nowSeconds } from '../ids.ts'
import { checkPayable, confirmIntent } from './confirm.ts'
import { newIntent } from './new-intent.ts'
import { getMethod } from './payment-methods.ts'

const CREATE_PARAMETERS = [
  'amount',
  'currency',
  'payment_method',
  'automatic_payment_methods',
  'confirm',
  'use_stripe_sdk',
  'description',
  'receipt_email',
  'metadata',
  'expand',
]

export const createIntent = (
  account: Account,
  tree: FormTree,
  cause: Cause,
): Stripe.PaymentIntent => {
  allowOnly(tree, CREATE_PARAMETERS)
  const { books, emit } = account
  const methodId = textOf(tree, 'payment_method')
  const confirms = booleanOf(tree, 'confirm') === true
  const intent = newIntent(tree)
  const method = methodId === undefined ? undefined : getMethod(books, methodId)
  // Before anything is saved.
  if (confirms) checkPayable(intent, method)
  const saved = books.saveIntent(
    intent,
    method && { payment_method: method.object.id, status: 'requires_confirmation' },
  )
  emit('payment_intent.created', saved, cause)
  return confirms && method ? confirmIntent(account, saved, method.object.id, cause) : saved
}

export const getIntent = ({ books }: Account, id: string): Stripe.PaymentIntent => {
  const intent = books.intents.get(id)
  if (!intent) throw noSuch('payment_intent', id, 'intent')
  return intent
}

const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
]

export const cancelIntent = (
  account: Account,
  id: string,
  tree: FormTree,
  cause: Cause,
): Stripe.PaymentIntent => {
  allowOnly(tree, ['expand'])
  const intent = getIntent(account, id)
  if (!CANCELABLE.includes(intent.status))
    throw invalidRequest(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    )
  const canceled = account.books.saveIntent(intent, {
    canceled_at: nowSeconds(),
    next_action: null,
    status: 'canceled',
  })
  account.emit('payment_intent.canceled', canceled, cause)
  return canceled
}
