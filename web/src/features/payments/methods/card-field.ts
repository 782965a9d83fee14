// The card field of the provider that this page uses: the first card provider that the business has set up.
import { CARD_METHODS, type CardMethod } from '@invoice-desk/contract/payments/payment-methods'
import { lazy } from 'react'
import { pageSettings } from '../../../shared/api/page-settings.ts'
import type { CardFieldModule } from './card-field-module.ts'

export const CARD_METHOD: CardMethod =
  CARD_METHODS.find((method) => pageSettings.payments[method]) ?? 'stripe'

/** Administrators can turn a method off. */
export const isCardOn = pageSettings.paymentMethods.includes(CARD_METHOD)
export const isWalletOn = pageSettings.paymentMethods.includes('paypal')
/** The wallet's keys are set up, but administrators turned it off. */
export const isWalletOff = !isWalletOn && pageSettings.payments.paypal !== undefined

const CARD_FIELDS: Readonly<Record<CardMethod, () => Promise<CardFieldModule>>> = {
  stripe: () => import('./card-fields/stripe.tsx'),
}
const load = CARD_FIELDS[CARD_METHOD]

export const CardField = lazy(async () => ({ default: (await load()).CardField }))

export const showChallenge = async (clientSecret: string) =>
  (await load()).showChallenge(clientSecret)
