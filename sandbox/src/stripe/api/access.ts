// API keys: the server's secret key, and the browser's publishable key, which can do very little.
import type Stripe from 'stripe'
import { OTHER_PUBLISHABLE_KEY, PUBLISHABLE_KEY, RESTRICTED_KEY, SECRET_KEY } from '../ids.ts'
import { invalidRequest, noKey, noSuch, secretKeyRequired, wrongKey } from './fault.ts'
import { type FormTree, textOf } from './form.ts'

export type Caller = 'secret' | 'restricted' | 'publishable' | 'other-account'

const CALLERS: ReadonlyMap<string, Caller> = new Map([
  [SECRET_KEY, 'secret'],
  [RESTRICTED_KEY, 'restricted'],
  [PUBLISHABLE_KEY, 'publishable'],
  [OTHER_PUBLISHABLE_KEY, 'other-account'],
])

/** The server's keys. */
export const isSecret = (caller: Caller): boolean => caller === 'secret' || caller === 'restricted'

export const callerOf = (authorization: string | undefined, tree: FormTree): Caller => {
  const key = keyIn(authorization) ?? textOf(tree, 'key')
  if (key === undefined || key === '') throw noKey()
  const caller = CALLERS.get(key)
  if (!caller) throw wrongKey(key)
  return caller
}

const keyIn = (authorization = ''): string | undefined => {
  const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(authorization) ?? []
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() === 'basic')
    return Buffer.from(value, 'base64').toString().split(':', 1)[0]
  return undefined
}

/** A browser must send the intent's client secret, and sees only its public fields. */
export const viewIntent = (
  caller: Caller,
  intent: Stripe.PaymentIntent,
  tree: FormTree,
): Partial<Stripe.PaymentIntent> => {
  if (isSecret(caller)) return intent
  if (caller === 'other-account') throw noSuch('payment_intent', intent.id, 'intent')
  const secret = textOf(tree, 'client_secret')
  if (secret === undefined) throw secretKeyRequired()
  if (secret !== intent.client_secret)
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
    )
  return Object.fromEntries(PUBLIC_FIELDS.map((name) => [name, intent[name]]))
}

/** Metadata and charges are missing on purpose. */
const PUBLIC_FIELDS = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies readonly (keyof Stripe.PaymentIntent)[]
