// The API's calls and what each one does.
import type { Account } from '../account.ts'
import type { Cause } from '../events.ts'
import { confirmIntent } from '../payments/confirm.ts'
import { cancelIntent, createIntent, getIntent } from '../payments/intents.ts'
import { createPaymentMethod, SCRIPT_PARAMETERS } from '../payments/payment-methods.ts'
import { createRefund } from '../payments/refunds.ts'
import { accountOf, endpointOf } from '../profile.ts'
import { type Caller, isSecret, viewIntent } from './access.ts'
import { invalidRequest, noSuch, notPermitted, secretKeyRequired } from './fault.ts'
import { allowOnly, type FormTree, textOf } from './form.ts'
import { listPage } from './lists.ts'

export type Call = {
  readonly account: Account
  readonly caller: Caller
  readonly id: string
  readonly tree: FormTree
  readonly cause: Cause
}

export type Operation = (call: Call) => object

/** Refuses the publishable key. */
const secret =
  (operation: Operation): Operation =>
  (call) => {
    if (!isSecret(call.caller)) throw secretKeyRequired()
    return operation(call)
  }

/** Refuses the restricted key too. */
const unrestricted = (permission: string, operation: Operation): Operation =>
  secret((call) => {
    if (call.caller === 'restricted') throw notPermitted(permission)
    return operation(call)
  })

const retrieveIntent: Operation = ({ account, caller, id, tree }) => {
  allowOnly(tree, ['expand', 'client_secret', ...SCRIPT_PARAMETERS])
  return viewIntent(caller, getIntent(account, id), tree)
}

const confirm: Operation = ({ account, id, tree, cause }) => {
  allowOnly(tree, ['payment_method', 'use_stripe_sdk', 'expand'])
  return confirmIntent(account, getIntent(account, id), textOf(tree, 'payment_method'), cause)
}

const createMethod: Operation = ({ account, caller, tree }) => {
  if (isSecret(caller))
    throw invalidRequest(
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing. To enable testing raw card data APIs, see https://support.stripe.com/questions/enabling-access-to-raw-card-data-apis.',
      {},
      402,
    )
  return createPaymentMethod(account.books, tree)
}

const retrieveCharge: Operation = ({ account, id }) => {
  const charge = account.books.charges.get(id)
  if (!charge) throw noSuch('charge', id)
  return charge
}

const listIntents: Operation = ({ account: { books }, tree }) =>
  listPage(books.intents.list(), tree, '/v1/payment_intents')

const listDisputes: Operation = ({ account: { books }, tree }) =>
  listPage(books.disputes.list(), tree, '/v1/disputes', ['charge', 'payment_intent'])

const listEndpoints: Operation = ({ account, tree }) =>
  listPage([endpointOf(account)], tree, '/v1/webhook_endpoints')

export const OPERATIONS: readonly (readonly ['GET' | 'POST', string, Operation])[] = [
  ['POST', '/payment_methods', createMethod],
  ['POST', '/payment_intents', secret((call) => createIntent(call.account, call.tree, call.cause))],
  ['GET', '/payment_intents', secret(listIntents)],
  ['GET', '/payment_intents/:id', retrieveIntent],
  ['POST', '/payment_intents/:id/confirm', secret(confirm)],
  [
    'POST',
    '/payment_intents/:id/cancel',
    secret(({ account, id, tree, cause }) => cancelIntent(account, id, tree, cause)),
  ],
  ['POST', '/refunds', secret(({ account, tree, cause }) => createRefund(account, tree, cause))],
  ['GET', '/charges/:id', secret(retrieveCharge)],
  ['GET', '/disputes', secret(listDisputes)],
  [
    'GET',
    '/account',
    unrestricted('rak_accounts_kyc_basic_read', ({ account }) => accountOf(account)),
  ],
  ['GET', '/webhook_endpoints', unrestricted('rak_webhook_read', listEndpoints)],
]
