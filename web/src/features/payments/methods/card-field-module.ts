// What a card field is given and what it does, whichever provider it belongs to.
import type { ComponentType } from 'react'

/** Returns the provider's token for the card, in the payer's name. */
export type Tokenize = (payer: { name: string; email: string }) => Promise<string>

export type CardFieldProps = {
  readonly isLocked: boolean
  /** Called with a function once a card can be entered, and with undefined when the field is removed. */
  readonly onReady: (tokenize: Tokenize | undefined) => void
}

/** What each file in `card-fields/` exports. */
export type CardFieldModule = {
  readonly CardField: ComponentType<CardFieldProps>
  /** Shows the bank's challenge. */
  readonly showChallenge: (clientSecret: string) => Promise<unknown>
}
