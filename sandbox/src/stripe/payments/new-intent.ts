// Validates the parameters of a new payment intent and builds it.
import type Stripe from 'stripe'
import { invalidRequest, missingParameter } from '../api/fault.ts'
import {
  choiceOf,
  emailOf,
  type FormTree,
  integerOf,
  metadataOf,
  requiredText,
  textOf,
  treeOf,
} from '../api/form.ts'
import { newClientSecret, newId, nowSeconds } from '../ids.ts'

const DESCRIPTION_LENGTH_MAX = 1_000
const AMOUNT_MIN = 50
const AMOUNT_MAX = 99_999_999
/** All have two decimals, so the minimum and the messages are right for each. */
const CURRENCIES = ['usd', 'eur', 'gbp', 'cad', 'aud']

export const newIntent = (tree: FormTree): Stripe.PaymentIntent => {
  const id = newId('pi')
  const automatic = treeOf(tree, 'automatic_payment_methods') ?? {}
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: amountOf(tree),
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: {
      allow_redirects: choiceOf(automatic, 'allow_redirects', ['always', 'never']) ?? 'always',
      enabled: true,
    },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: nowSeconds(),
    currency: currencyOf(tree),
    customer: null,
    customer_account: null,
    description: textOf(tree, 'description', DESCRIPTION_LENGTH_MAX) ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: metadataOf(tree),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: emailOf(tree, 'receipt_email', 'receipt_email'),
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.PaymentIntent
}

const amountOf = (tree: FormTree): number => {
  const amount = integerOf(tree, 'amount')
  if (amount === undefined) throw missingParameter('amount')
  if (amount < 1)
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  if (amount > AMOUNT_MAX)
    throw invalidRequest('Amount must be no more than $999,999.99', {
      code: 'amount_too_large',
      param: 'amount',
    })
  if (amount < AMOUNT_MIN)
    throw invalidRequest('Amount must be at least $0.50 usd', {
      code: 'amount_too_small',
      param: 'amount',
    })
  return amount
}

const currencyOf = (tree: FormTree): string => {
  const currency = requiredText(tree, 'currency').toLowerCase()
  if (!CURRENCIES.includes(currency))
    throw invalidRequest(
      `Invalid currency: ${currency}. Stripe currently supports these currencies: ${CURRENCIES.join(', ')}`,
      { param: 'currency' },
    )
  return currency
}
