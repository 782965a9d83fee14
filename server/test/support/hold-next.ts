// A process that stops for a while just before it calls the card service: nothing but the test decides when it goes on.
import type { Cards } from '../../src/providers/stripe/stripe.ts'

/** Holds the next such call until it is let go. */
export const holdNext = (cards: Cards, name: 'createIntent' | 'confirm'): (() => void) => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const call = cards[name]
  const hold = async (...args: unknown[]) => {
    Object.assign(cards, { [name]: call })
    await held
    return Reflect.apply(call, cards, args)
  }
  Object.assign(cards, { [name]: hold })
  return letGo
}
