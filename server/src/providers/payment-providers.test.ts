import { describe, expect, it } from 'vitest'
import { PAYMENT_PROVIDERS } from './payment-providers.ts'

const { declineText: stripeDeclineText } = PAYMENT_PROVIDERS.stripe
const { declineText: paypalDeclineText } = PAYMENT_PROVIDERS.paypal

describe('the text for a decline code', () => {
  it.each([
    ['Stripe', stripeDeclineText, 'payment_intent_authentication_failure', /^Your bank couldn't/],
    ['Stripe', stripeDeclineText, 'expired_card', /^Your card has expired\./],
    ['Stripe', stripeDeclineText, 'stolen_card', /^Your card was declined\./],
    ['Stripe', stripeDeclineText, 'a_new_code', /^Your card was declined\..*Try another card or/],
    ['Stripe', stripeDeclineText, 'constructor', /^Your card was declined\./],
    ['PayPal', paypalDeclineText, 'TRANSACTION_REFUSED', /^PayPal declined this payment\./],
    ['PayPal', paypalDeclineText, 'PAYER_ACCOUNT_RESTRICTED', /^PayPal can't take a payment from/],
    ['PayPal', paypalDeclineText, undefined, /^PayPal declined this payment\./],
  ] as const)(
    'from %s (%#: %s) says that the payer was not charged',
    (_name, textOf, code, text) => {
      expect(textOf(code)).toMatch(text)
      expect(textOf(code)).toContain("You weren't charged")
    },
  )
})
