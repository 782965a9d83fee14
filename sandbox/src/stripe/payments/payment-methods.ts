// Turns a card from the browser into a payment method; the card number is never stored.
import type Stripe from 'stripe'
import { docUrl, invalidRequest, noSuch, StripeFault } from '../api/fault.ts'
import {
  allowOnly,
  emailOf,
  type FormTree,
  integerOf,
  metadataOf,
  requiredText,
  textOf,
  treeOf,
} from '../api/form.ts'
import type { Books, MethodRow } from '../books.ts'
import { newId, nowSeconds } from '../ids.ts'
import { fingerprintOf, numberOfToken, passesLuhn, TEST_CARDS, type TestCard } from './cards.ts'

/** Stripe.js adds these to its calls. */
export const SCRIPT_PARAMETERS = [
  'key',
  'guid',
  'muid',
  'sid',
  'payment_user_agent',
  'time_on_page',
  'referrer',
  'pasted_fields',
  'client_attribution_metadata',
  '_stripe_version',
]

export const createPaymentMethod = (books: Books, tree: FormTree): Stripe.PaymentMethod => {
  allowOnly(tree, [
    'type',
    'card',
    'billing_details',
    'metadata',
    'allow_redisplay',
    'expand',
    ...SCRIPT_PARAMETERS,
  ])
  if (requiredText(tree, 'type') !== 'card')
    throw invalidRequest('Invalid type: must be card', { param: 'type' })
  const card = treeOf(tree, 'card') ?? {}
  allowOnly(card, ['number', 'exp_month', 'exp_year', 'cvc', 'networks'])
  const number = requiredText(card, 'number').replace(/[ -]/g, '')
  const expiry = {
    month: integerOf(card, 'exp_month') ?? 0,
    year: fullYear(integerOf(card, 'exp_year') ?? 0),
  }
  const cvc = textOf(card, 'cvc')
  checkCard(number, expiry, cvc)
  const row = methodRow(number, expiry, cvc !== undefined, billingOf(tree))
  const object = { ...row.object, metadata: metadataOf(tree) }
  return books.methods.set(object.id, { ...row, object }).object
}

/** A stored method, or a new one for the token of a test card. */
export const getMethod = (books: Books, id: string): MethodRow => {
  const number = numberOfToken(id)
  if (number !== undefined) {
    const expiry = { month: 12, year: new Date().getFullYear() + 3 }
    const row = methodRow(number, expiry, true, billingOf({}))
    return books.methods.set(row.object.id, row)
  }
  const row = books.methods.get(id)
  if (!row) throw noSuch('PaymentMethod', id, 'payment_method')
  return row
}

const fullYear = (year: number): number => (year >= 0 && year < 100 ? 2000 + year : year)

type Expiry = { readonly month: number; readonly year: number }

const YEARS_AHEAD_MAX = 50

const checkCard = (number: string, { month, year }: Expiry, cvc: string | undefined): void => {
  const now = new Date()
  const thisYear = now.getFullYear()
  if (!/^\d+$/.test(number) || !passesLuhn(number))
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number')
  if (month < 1 || month > 12 || (year === thisYear && month < now.getMonth() + 1))
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  if (year < thisYear || year > thisYear + YEARS_AHEAD_MAX)
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc))
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  if (!TEST_CARDS[number])
    throw cardError(
      'card_declined',
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
      'number',
      'test_mode_live_card',
    )
}

const cardError = (code: string, message: string, param: string, decline_code?: string) =>
  new StripeFault(402, {
    type: 'card_error',
    code,
    ...(decline_code !== undefined && { decline_code }),
    doc_url: docUrl(code),
    message,
    param,
  })

const billingOf = (tree: FormTree): Stripe.PaymentMethod.BillingDetails => {
  const details = treeOf(tree, 'billing_details') ?? {}
  const address = treeOf(details, 'address') ?? {}
  const line = (name: string) => textOf(address, name) ?? null
  allowOnly(details, ['address', 'email', 'name', 'phone', 'tax_id'])
  return {
    address: {
      city: line('city'),
      country: line('country'),
      line1: line('line1'),
      line2: line('line2'),
      postal_code: line('postal_code'),
      state: line('state'),
    },
    email: emailOf(details, 'email', 'billing_details[email]'),
    name: textOf(details, 'name') ?? null,
    phone: textOf(details, 'phone') ?? null,
    tax_id: null,
  }
}

const methodRow = (
  number: string,
  expiry: Expiry,
  cvcGiven: boolean,
  billing_details: Stripe.PaymentMethod.BillingDetails,
): MethodRow => {
  const card: TestCard = TEST_CARDS[number] ?? { does: '', token: '' }
  const { brand = 'visa' } = card
  return {
    object: {
      id: newId('pm'),
      object: 'payment_method',
      allow_redisplay: 'unspecified',
      billing_details,
      card: {
        brand,
        checks: {
          address_line1_check: null,
          address_postal_code_check: billing_details.address?.postal_code ? 'unchecked' : null,
          cvc_check: cvcGiven ? 'unchecked' : null,
        },
        country: 'US',
        display_brand: brand,
        exp_month: expiry.month,
        exp_year: expiry.year,
        fingerprint: fingerprintOf(number),
        funding: 'credit',
        generated_from: null,
        last4: number.slice(-4),
        networks: { available: [brand], preferred: null },
        regulated_status: 'unregulated',
        three_d_secure_usage: { supported: true },
        wallet: null,
      },
      created: nowSeconds(),
      customer: null,
      customer_account: null,
      livemode: false,
      metadata: {},
      type: 'card',
    } satisfies Stripe.PaymentMethod,
    behavior: card,
    used: false,
  }
}
