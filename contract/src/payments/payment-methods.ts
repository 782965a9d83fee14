// Defines the payment methods: what customers and staff call each one, and what it can do.
import { formatUsd } from '../values/money.ts'

type MethodFacts = {
  /** What payers choose, and what receipts and emails say. */
  readonly label: string
  /** The company that takes the money, as staff know it. */
  readonly provider: string
  /** A card is entered on our page; a wallet has its own button and window. */
  readonly kind: 'card' | 'wallet'
  /** The smallest payment that the provider accepts. */
  readonly centsMin: number
  /** For cards: the token that the provider's card field gives the page. */
  readonly cardToken?: RegExp
  /** Recognizes the provider's ids in QuickBooks memos, if they have a distinct format. */
  readonly chargeId?: RegExp
}

/** Keyed by the value that the specification uses for the method. */
export const PAYMENT_METHODS = {
  stripe: {
    label: 'Credit Card',
    provider: 'Stripe',
    kind: 'card',
    centsMin: 50,
    cardToken: /^pm_\w{1,100}$/,
    chargeId: /^(pi|ch|py)_/,
  },
  paypal: { label: 'PayPal', provider: 'PayPal', kind: 'wallet', centsMin: 1 },
} as const satisfies Record<string, MethodFacts>

export type PaymentMethod = keyof typeof PAYMENT_METHODS

export type CardMethod = {
  [M in PaymentMethod]: (typeof PAYMENT_METHODS)[M]['kind'] extends 'card' ? M : never
}[PaymentMethod]

export const PAYMENT_METHOD_IDS = Object.keys(PAYMENT_METHODS) as PaymentMethod[]

export const CARD_METHODS = PAYMENT_METHOD_IDS.filter(
  (method) => PAYMENT_METHODS[method].kind === 'card',
) as CardMethod[]

export const isPaymentMethod = (value: string): value is PaymentMethod =>
  Object.hasOwn(PAYMENT_METHODS, value)

/** Builds a record with an entry for each of these methods. */
export const byMethod = <M extends PaymentMethod, T>(
  methods: readonly M[],
  build: (method: M) => T,
): Record<M, T> =>
  Object.fromEntries(methods.map((method) => [method, build(method)])) as Record<M, T>

export const tooSmallText = (method: CardMethod): string =>
  `A card payment must be at least ${formatUsd(PAYMENT_METHODS[method].centsMin)}.`
