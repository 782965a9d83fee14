// What the account holds: Stripe's own objects, and beside them only what its answers do not show.
import type Stripe from 'stripe'
import type { Store } from '../store.ts'
import type { TestCard } from './payments/cards.ts'

export type Behaviour = Pick<TestCard, 'challenge' | 'decline' | 'disputed'>

export type MethodRow = {
  readonly object: Stripe.PaymentMethod
  readonly behaviour: Behaviour
  /** One without a customer pays only once. */
  readonly used: boolean
}

export type IntentRow = {
  readonly object: Stripe.PaymentIntent
  readonly useStripeSdk: boolean
  readonly returnUrl: string | null
  /** When it last changed, because a search finds changes only a while later. */
  readonly changedAtMs: number
}

export type Books = ReturnType<typeof openBooks>

export const openBooks = (store: Store) => {
  const methods = store.collection<MethodRow>('stripe/payment-methods')
  const intents = store.collection<IntentRow>('stripe/payment-intents')
  const charges = store.collection<Stripe.Charge>('stripe/charges')
  const refunds = store.collection<Stripe.Refund>('stripe/refunds')
  const disputes = store.collection<Stripe.Dispute>('stripe/disputes')
  const events = store.collection<Stripe.Event>('stripe/events')

  return {
    methods,
    intents,
    charges,
    refunds,
    disputes,
    events,
    saveIntent: (row: IntentRow, change: Partial<Stripe.PaymentIntent> = {}): IntentRow =>
      intents.set(row.object.id, {
        ...row,
        object: { ...row.object, ...change },
        changedAtMs: Date.now(),
      }),
    saveCharge: (charge: Stripe.Charge): Stripe.Charge => charges.set(charge.id, charge),
    clear: () => {
      for (const each of [methods, intents, charges, refunds, disputes, events]) each.clear()
    },
  }
}
