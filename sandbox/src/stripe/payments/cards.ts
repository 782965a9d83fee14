// The cards that work here, and what each of them does. No other number is accepted or kept.
import { createHash } from 'node:crypto'
import type { DeclineName } from './declines.ts'

export type TestCard = {
  readonly brand: 'visa' | 'mastercard' | 'amex' | 'discover'
  readonly does: string
  readonly country?: string
  /** The bank asks the payer first. */
  readonly challenge?: true
  readonly decline?: DeclineName
  /** The payer complains soon after. */
  readonly disputed?: true
  /** By these names a program can use the card without its number. */
  readonly tokens?: readonly string[]
}

export const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa', does: 'pays', tokens: ['pm_card_visa'] },
  '5555555555554444': { brand: 'mastercard', does: 'pays', tokens: ['pm_card_mastercard'] },
  '378282246310005': { brand: 'amex', does: 'pays', tokens: ['pm_card_amex'] },
  '6011111111111117': { brand: 'discover', does: 'pays', tokens: ['pm_card_discover'] },
  '4000002760003184': {
    brand: 'visa',
    does: 'asks for authentication, then pays',
    country: 'DE',
    challenge: true,
    tokens: ['pm_card_authenticationRequired'],
  },
  '4000000000003220': {
    brand: 'visa',
    does: 'asks for authentication, then pays',
    challenge: true,
    tokens: ['pm_card_threeDSecure2Required'],
  },
  '4000008400001629': {
    brand: 'visa',
    does: 'asks for authentication, then is declined',
    challenge: true,
    decline: 'generic_decline',
    tokens: ['pm_card_threeDSecureRequiredChargeDeclined'],
  },
  '4000000000000002': {
    brand: 'visa',
    does: 'is declined',
    decline: 'generic_decline',
    tokens: ['pm_card_visa_chargeDeclined'],
  },
  '4000000000009995': {
    brand: 'visa',
    does: 'has insufficient funds',
    decline: 'insufficient_funds',
    tokens: ['pm_card_visa_chargeDeclinedInsufficientFunds'],
  },
  '4000000000009987': {
    brand: 'visa',
    does: 'was lost',
    decline: 'lost_card',
    tokens: ['pm_card_visa_chargeDeclinedLostCard'],
  },
  '4000000000009979': {
    brand: 'visa',
    does: 'was stolen',
    decline: 'stolen_card',
    tokens: ['pm_card_visa_chargeDeclinedStolenCard'],
  },
  '4000000000000069': {
    brand: 'visa',
    does: 'has expired',
    decline: 'expired_card',
    tokens: ['pm_card_chargeDeclinedExpiredCard'],
  },
  '4000000000000127': {
    brand: 'visa',
    does: 'has another security code',
    decline: 'incorrect_cvc',
    tokens: ['pm_card_chargeDeclinedIncorrectCvc'],
  },
  '4000000000000119': {
    brand: 'visa',
    does: 'fails while it is processed',
    decline: 'processing_error',
    tokens: ['pm_card_chargeDeclinedProcessingError'],
  },
  '4000000000000259': {
    brand: 'visa',
    does: 'pays, and is disputed seconds later',
    disputed: true,
    tokens: ['pm_card_createDispute'],
  },
}

export const numberOfToken = (token: string): string | undefined =>
  Object.keys(TEST_CARDS).find((number) => TEST_CARDS[number]?.tokens?.includes(token))

export const passesLuhn = (number: string): boolean => {
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return number.length >= 12 && sum % 10 === 0
}

/** The same for every payment with one card, and no way back to its number. */
export const fingerprintOf = (number: string): string =>
  createHash('sha256').update(`sandbox ${number}`).digest('hex').slice(0, 16)
