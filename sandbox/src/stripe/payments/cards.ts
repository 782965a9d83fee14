// The test cards and what each one does. No other number is accepted or stored.
import { createHash } from 'node:crypto'
import type { DeclineName } from './declines.ts'

export type TestCard = {
  /** Visa if undefined. */
  readonly brand?: 'mastercard' | 'amex' | 'discover'
  readonly does: string
  /** The bank asks the payer to authenticate. */
  readonly challenge?: true
  readonly decline?: DeclineName
  /** The payer disputes the payment a few seconds later. */
  readonly disputed?: true
  /** The payment method id for this card, for programs. */
  readonly token: string
}

export const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { does: 'Pays', token: 'pm_card_visa' },
  '5555555555554444': { brand: 'mastercard', does: 'Pays', token: 'pm_card_mastercard' },
  '378282246310005': { brand: 'amex', does: 'Pays', token: 'pm_card_amex' },
  '6011111111111117': { brand: 'discover', does: 'Pays', token: 'pm_card_discover' },
  '4000002760003184': {
    does: 'Asks for authentication, then pays',
    challenge: true,
    token: 'pm_card_authenticationRequired',
  },
  '4000000000003220': {
    does: 'Asks for authentication, then pays',
    challenge: true,
    token: 'pm_card_threeDSecure2Required',
  },
  '4000008400001629': {
    does: 'Asks for authentication, then is declined',
    challenge: true,
    decline: 'generic_decline',
    token: 'pm_card_threeDSecureRequiredChargeDeclined',
  },
  '4000000000000002': {
    does: 'Declined',
    decline: 'generic_decline',
    token: 'pm_card_visa_chargeDeclined',
  },
  '4000000000009995': {
    does: 'Declined: insufficient funds',
    decline: 'insufficient_funds',
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  },
  '4000000000009987': {
    does: 'Declined: lost card',
    decline: 'lost_card',
    token: 'pm_card_visa_chargeDeclinedLostCard',
  },
  '4000000000009979': {
    does: 'Declined: stolen card',
    decline: 'stolen_card',
    token: 'pm_card_visa_chargeDeclinedStolenCard',
  },
  '4000000000000069': {
    does: 'Declined: expired card',
    decline: 'expired_card',
    token: 'pm_card_chargeDeclinedExpiredCard',
  },
  '4000000000000127': {
    does: 'Declined: wrong security code',
    decline: 'incorrect_cvc',
    token: 'pm_card_chargeDeclinedIncorrectCvc',
  },
  '4000000000000119': {
    does: 'Declined: processing error',
    decline: 'processing_error',
    token: 'pm_card_chargeDeclinedProcessingError',
  },
  '4000000000000259': {
    does: 'Pays, then the payer disputes it seconds later',
    disputed: true,
    token: 'pm_card_createDispute',
  },
}

export const numberOfToken = (token: string): string | undefined =>
  Object.keys(TEST_CARDS).find((number) => TEST_CARDS[number]?.token === token)

export const passesLuhn = (number: string): boolean => {
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return number.length >= 12 && sum % 10 === 0
}

/** Identifies a card across payments; the number can't be derived from it. */
export const fingerprintOf = (number: string): string =>
  createHash('sha256').update(`sandbox ${number}`).digest('hex').slice(0, 16)
