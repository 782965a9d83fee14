// Payment intents: made, changed, cancelled and read. How they are paid is in `confirm.ts`.
import type Stripe from 'stripe'
import type { Account } from '../account.ts'
import { invalidRequest, noSuch } from '../api/fault.ts'
import {
  allowOnly,
  booleanOf,
  choiceOf,
  type FormTree,
  mergeMetadata,
  textOf,
} from '../api/form.ts'
import type { IntentRow } from '../books.ts'
import type { Cause } from '../events.ts'
import { nowSeconds } from '../ids.ts'
import { checkPayable, confirmIntent, readConfirmation } from './confirm.ts'
import { emailOf, newIntent } from './new-intent.ts'
import { getMethod } from './payment-methods.ts'

const CREATE_PARAMETERS = [
  'amount',
  'currency',
  'payment_method',
  'payment_method_types',
  'automatic_payment_methods',
  'confirm',
  'confirmation_method',
  'capture_method',
  'use_stripe_sdk',
  'return_url',
  'off_session',
  'error_on_requires_action',
  'description',
  'receipt_email',
  'statement_descriptor_suffix',
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
  const confirmation = readConfirmation(tree)
  const confirms = booleanOf(tree, 'confirm') === true
  const row = newIntent(tree)
  const method =
    confirmation.methodId === undefined ? undefined : getMethod(books, confirmation.methodId)
  // What can be refused is refused before anything is kept.
  if (confirms) checkPayable(row.object, method, confirmation.returnUrl)
  const { object } = books.saveIntent(
    row,
    method && { payment_method: method.object.id, status: 'requires_confirmation' },
  )
  emit('payment_intent.created', object, cause)
  if (!confirms || !method) return object
  return confirmIntent(account, object.id, { ...confirmation, methodId: method.object.id }, cause)
}

export const getIntent = ({ books }: Account, id: string): IntentRow => {
  const row = books.intents.get(id)
  if (!row) throw noSuch('payment_intent', id, 'intent')
  return row
}

export const updateIntent = (
  account: Account,
  id: string,
  tree: FormTree,
): Stripe.PaymentIntent => {
  allowOnly(tree, ['metadata', 'description', 'receipt_email', 'expand'])
  const row = getIntent(account, id)
  return account.books.saveIntent(row, {
    metadata: mergeMetadata(row.object.metadata, tree),
    ...('description' in tree && { description: textOf(tree, 'description') ?? null }),
    ...('receipt_email' in tree && { receipt_email: emailOf(tree) }),
  }).object
}

const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
]
const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const

export const cancelIntent = (
  account: Account,
  id: string,
  tree: FormTree,
  cause: Cause,
): Stripe.PaymentIntent => {
  allowOnly(tree, ['cancellation_reason', 'expand'])
  const row = getIntent(account, id)
  if (!CANCELABLE.includes(row.object.status))
    throw invalidRequest(
      `You cannot cancel this PaymentIntent because it has a status of ${row.object.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
      { code: 'payment_intent_unexpected_state', payment_intent: row.object },
    )
  const { object } = account.books.saveIntent(row, {
    canceled_at: nowSeconds(),
    cancellation_reason: choiceOf(tree, 'cancellation_reason', REASONS) ?? null,
    next_action: null,
    status: 'canceled',
  })
  account.emit('payment_intent.canceled', object, cause)
  return object
}
