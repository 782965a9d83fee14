// Defines the payment methods: what customers and staff call each one, and what it can do.
import { CARD_CENTS_MIN } from './limits.ts'

type MethodFacts = {
  /** What payers choose, and what receipts and emails say. */
  readonly label: string
  /** The company that takes the money, as staff know it. */
  readonly provider: string
  /** A card is entered on our page; a wallet has its own button and window. */
  readonly kind: 'card' | 'wallet'
  readonly centsMin: number
  /** Recognizes the provider's ids in QuickBooks memos, if they have a distinct format. */
  readonly chargeId?: RegExp
}

/** Keyed by the value that the specification uses for the method. */
export const PAYMENT_METHODS = {
  stripe: {
    label: 'Credit Card',
    provider: 'Stripe',
    kind: 'card',
    centsMin: CARD_CENTS_MIN,
    chargeId: /^(pi|ch|py)_/,
  },
  paypal: { label: 'PayPal', provider: 'PayPal', kind: 'wallet', centsMin: 1 },
} as const satisfies Record<string, MethodFacts>

export type PaymentMethod = keyof typeof PAYMENT_METHODS

export const PAYMENT_METHOD_IDS = Object.keys(PAYMENT_METHODS) as PaymentMethod[]

export const isPaymentMethod = (value: string): value is PaymentMethod =>
  Object.hasOwn(PAYMENT_METHODS, value)
