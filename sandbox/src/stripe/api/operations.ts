// The calls of the API, each as what it does with the account; the way in and out is in `api-routes.ts`.
import type Stripe from 'stripe'
import type { Account } from '../account.ts'
import type { Cause } from '../events.ts'
import { confirmIntent, readConfirmation } from '../payments/confirm.ts'
import { closeDispute } from '../payments/disputes.ts'
import { cancelIntent, createIntent, getIntent, updateIntent } from '../payments/intents.ts'
import { createPaymentMethod, SCRIPT_PARAMETERS } from '../payments/payment-methods.ts'
import { createRefund } from '../payments/refunds.ts'
import { type Caller, publicIntent, requireOwner, requireSecret } from './access.ts'
import { invalidRequest, noSuch } from './fault.ts'
import { allowOnly, type FormTree, listOf, requiredText } from './form.ts'
import { listPage, searchPage } from './lists.ts'
import { searchIntents } from './search.ts'

export type Call = {
  readonly account: Account
  readonly caller: Caller
  readonly id: string
  readonly tree: FormTree
  readonly cause: Cause
}

export type Operation = (call: Call) => object

/** Only for the server. */
const secret =
  (operation: Operation): Operation =>
  (call) => {
    requireSecret(call.caller)
    return operation(call)
  }

const SHOWN_TO_BROWSERS = ['client_secret', ...SCRIPT_PARAMETERS]

const found = <T>(object: T | undefined, kind: string, id: string): T => {
  if (object === undefined) throw noSuch(kind, id)
  return object
}

const retrieveIntent: Operation = ({ account, caller, id, tree }) => {
  allowOnly(tree, ['expand', ...SHOWN_TO_BROWSERS])
  const { object } = getIntent(account, id)
  requireOwner(caller, object, tree)
  return caller === 'secret' ? object : publicIntent(object)
}

const confirm: Operation = ({ account, caller, id, tree, cause }) => {
  allowOnly(tree, [
    'payment_method',
    'return_url',
    'use_stripe_sdk',
    'off_session',
    'error_on_requires_action',
    'expand',
    ...SHOWN_TO_BROWSERS,
  ])
  requireOwner(caller, getIntent(account, id).object, tree)
  const intent = confirmIntent(account, id, readConfirmation(tree), cause)
  return caller === 'secret' ? intent : publicIntent(intent)
}

const createMethod: Operation = ({ account, caller, tree }) => {
  if (caller === 'secret')
    throw invalidRequest(
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing. To enable testing raw card data APIs, see https://support.stripe.com/questions/enabling-access-to-raw-card-data-apis.',
      {},
      402,
    )
  return createPaymentMethod(account.books, tree)
}

const searchForIntents: Operation = ({ account, tree }) => {
  allowOnly(tree, ['query', 'limit', 'page', 'expand'])
  const { searchLagMs } = account.switches.get()
  const intents = searchIntents(
    account.books.intents.list(),
    requiredText(tree, 'query'),
    searchLagMs,
  )
  return searchPage(intents, tree, '/v1/payment_intents/search')
}

const listEvents: Operation = ({ account, tree }) => {
  const { types: _types, ...rest } = tree
  const types = listOf(tree, 'types')
  const events = account.books.events
    .list()
    .filter(({ type }) => types.length === 0 || types.includes(type))
  return listPage<Stripe.Event>(events, rest, '/v1/events', ['type'])
}

type Method = 'GET' | 'POST'

export const OPERATIONS: readonly (readonly [Method, string, Operation])[] = [
  ['POST', '/payment_methods', createMethod],
  [
    'GET',
    '/payment_methods/:id',
    secret(({ account, id }) => found(account.books.methods.get(id)?.object, 'PaymentMethod', id)),
  ],
  [
    'POST',
    '/payment_intents',
    secret(({ account, tree, cause }) => createIntent(account, tree, cause)),
  ],
  [
    'GET',
    '/payment_intents',
    secret(({ account, tree }) =>
      listPage(
        account.books.intents.list().map(({ object }) => object),
        tree,
        '/v1/payment_intents',
      ),
    ),
  ],
  ['GET', '/payment_intents/search', secret(searchForIntents)],
  ['GET', '/payment_intents/:id', retrieveIntent],
  [
    'POST',
    '/payment_intents/:id',
    secret(({ account, id, tree }) => updateIntent(account, id, tree)),
  ],
  ['POST', '/payment_intents/:id/confirm', confirm],
  [
    'POST',
    '/payment_intents/:id/cancel',
    secret(({ account, id, tree, cause }) => cancelIntent(account, id, tree, cause)),
  ],
  ['POST', '/refunds', secret(({ account, tree, cause }) => createRefund(account, tree, cause))],
  [
    'GET',
    '/refunds',
    secret(({ account, tree }) =>
      listPage(account.books.refunds.list(), tree, '/v1/refunds', ['charge', 'payment_intent']),
    ),
  ],
  [
    'GET',
    '/refunds/:id',
    secret(({ account, id }) => found(account.books.refunds.get(id), 'refund', id)),
  ],
  [
    'GET',
    '/charges',
    secret(({ account, tree }) =>
      listPage(account.books.charges.list(), tree, '/v1/charges', ['payment_intent']),
    ),
  ],
  [
    'GET',
    '/charges/:id',
    secret(({ account, id }) => found(account.books.charges.get(id), 'charge', id)),
  ],
  [
    'GET',
    '/disputes',
    secret(({ account, tree }) =>
      listPage(account.books.disputes.list(), tree, '/v1/disputes', ['charge', 'payment_intent']),
    ),
  ],
  [
    'GET',
    '/disputes/:id',
    secret(({ account, id }) => found(account.books.disputes.get(id), 'dispute', id)),
  ],
  ['POST', '/disputes/:id/close', secret(({ account, id }) => closeDispute(account, id, 'lost'))],
  ['GET', '/events', secret(listEvents)],
  [
    'GET',
    '/events/:id',
    secret(({ account, id }) => found(account.books.events.get(id), 'event', id)),
  ],
]
