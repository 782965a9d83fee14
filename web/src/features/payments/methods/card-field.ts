// The card field of the provider that this page uses: the first card provider that the business has set up.
import { CARD_METHODS, type CardMethod } from '@invoice-desk/contract/payment-methods'
import { type ComponentType, lazy } from 'react'
import { pageSettings } from '../../../shared/page-settings.ts'

export const CARD_METHOD: CardMethod =
  CARD_METHODS.find((method) => pageSettings.payments[method]) ?? 'stripe'

/** Returns the provider's token for the card, in the payer's name. */
export type Tokenize = (payer: { name: string; email: string }) => Promise<string>

export type CardFieldProps = {
  readonly isLocked: boolean
  /** Called with a function once a card can be entered, and with undefined when the field is removed. */
  readonly onReady: (tokenize: Tokenize | undefined) => void
}

/** What each file in `card-fields/` exports. */
type CardFieldModule = {
  readonly CardField: ComponentType<CardFieldProps>
  /** Shows the bank's challenge. */
  readonly showChallenge: (clientSecret: string) => Promise<unknown>
}

const CARD_FIELDS: Readonly<Record<CardMethod, () => Promise<CardFieldModule>>> = {
  stripe: () => import('./card-fields/stripe.tsx'),
}
const load = CARD_FIELDS[CARD_METHOD]

export const CardField = lazy(async () => ({ default: (await load()).CardField }))

export const showChallenge = async (clientSecret: string) =>
  (await load()).showChallenge(clientSecret)
