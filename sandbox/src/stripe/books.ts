// The account's records: Stripe's own objects, plus what Stripe never shows.
import type Stripe from 'stripe'
import type { Store } from '../store.ts'
import type { TestCard } from './payments/cards.ts'

export type MethodRow = {
  readonly object: Stripe.PaymentMethod
  readonly behavior: TestCard
  /** A method without a customer can pay only once. */
  readonly used: boolean
}

export type Books = ReturnType<typeof openBooks>

export const openBooks = (store: Store) => {
  const methods = store.collection<MethodRow>('stripe/methods')
  const intents = store.collection<Stripe.PaymentIntent>('stripe/intents')
  const charges = store.collection<Stripe.Charge>('stripe/charges')
  const refunds = store.collection<Stripe.Refund>('stripe/refunds')
  const disputes = store.collection<Stripe.Dispute>('stripe/disputes')
  return {
    methods,
    intents,
    charges,
    refunds,
    disputes,
    saveIntent: (intent: Stripe.PaymentIntent, change: Partial<Stripe.PaymentIntent> = {}) =>
      intents.set(intent.id, { ...intent, ...change }),
    clear: () => {
      for (const each of [methods, intents, charges, refunds, disputes]) each.clear()
    },
  }
}
