import { describe, expect, it } from 'vitest'
import { declineTextOf } from './decline-texts.ts'

describe('the sentence for a provider’s code', () => {
  it.each([
    ['stripe', 'payment_intent_authentication_failure', /^Your bank couldn't confirm/],
    ['stripe', 'expired_card', /^Your card has expired\./],
    ['stripe', 'stolen_card', /^Your card was declined\./],
    ['stripe', 'a_code_of_next_year', /^Your card was declined\..*Try another card or contact/],
    ['stripe', 'constructor', /^Your card was declined\./],
    ['paypal', 'TRANSACTION_REFUSED', /^PayPal declined this payment\./],
    ['paypal', 'PAYER_ACCOUNT_RESTRICTED', /^PayPal can't take a payment from your account\./],
    ['paypal', undefined, /^PayPal declined this payment\./],
  ] as const)('of %s, %s, is ours and says that nothing was charged', (method, code, text) => {
    expect(declineTextOf(method, code)).toMatch(text)
    expect(declineTextOf(method, code)).toContain("You weren't charged")
  })
})
