// The card field of the provider that this page uses: the first card provider that the business has set up. Each field
// is a file in `card-fields/`, named after its payment method.
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

/** What each file exports. */
type CardFieldModule = {
  readonly CardField: ComponentType<CardFieldProps>
  /** Shows the bank's challenge. */
  readonly showChallenge: (clientSecret: string) => Promise<unknown>
}

const load = (): Promise<CardFieldModule> => import(`./card-fields/${CARD_METHOD}.tsx`)

export const CardField = lazy(async () => ({ default: (await load()).CardField }))

export const showChallenge = async (clientSecret: string) =>
  (await load()).showChallenge(clientSecret)
