// Parses Stripe's payment intents and translates their status.
import { z } from 'zod'
import type { ListedCharges, ProviderPayment } from '../payment-provider.ts'
import { ProviderError } from '../provider-error.ts'

/** Only for display, so what can't be read is left out instead of making the whole answer unreadable. */
const cardUsed = z
  .object({
    card: z.object({ brand: z.string().nullish(), last4: z.string().regex(/^\d{4}$/) }),
  })
  .optional()
  .catch(undefined)

const charge = z.object({
  amount_refunded: z.int().min(0),
  disputed: z.boolean(),
  payment_method_details: cardUsed,
})
const intent = z.object({
  id: z.string().min(1),
  livemode: z.boolean(),
  status: z.enum([
    'succeeded',
    'canceled',
    'requires_action',
    'requires_payment_method',
    'requires_confirmation',
    'requires_capture',
    'processing',
  ]),
  amount_received: z.int().min(0),
  currency: z.string(),
  client_secret: z.string().nullish(),
  last_payment_error: z
    .object({ code: z.string().optional(), decline_code: z.string().optional() })
    .nullish(),
  /** Just an id unless the call expands it. */
  latest_charge: z.union([charge, z.string()]).nullish(),
  metadata: z.record(z.string(), z.string()).default({}),
})
export type Intent = z.infer<typeof intent>

/** Test money must never count as real money or vice versa, so an answer in the wrong mode counts as no answer. */
export const parseIntent = (answer: unknown, isWrite: boolean, livemode: boolean): Intent => {
  const kind = isWrite ? 'outcome_unknown' : 'unavailable'
  const { data, error } = intent.safeParse(answer)
  if (!data) throw new ProviderError('stripe', kind, "its answer can't be read", { cause: error })
  if (data.livemode !== livemode) {
    const mode = data.livemode ? 'live' : 'test'
    throw new ProviderError('stripe', kind, `its answer is about a payment in ${mode} mode`)
  }
  return data
}

export const stateOf = ({ status, ...found }: Intent): ProviderPayment => {
  switch (status) {
    case 'succeeded':
      return {
        kind: 'paid',
        reference: found.id,
        amountCents: found.amount_received,
        currency: found.currency,
        refundedCents: chargeOf(found)?.amount_refunded ?? 0,
        paidWith: cardTextOf(found),
      }
    case 'canceled':
      return { kind: 'cancelled' }
    case 'requires_action':
      return { kind: 'requires_action', clientSecret: found.client_secret ?? '' }
    case 'requires_payment_method':
    case 'requires_confirmation':
      return declineOf(found) ?? { kind: 'open' }
    default:
      return { kind: 'pending' }
  }
}

const declineOf = ({ last_payment_error: error }: Pick<Intent, 'last_payment_error'>) =>
  error ? ({ kind: 'declined', reason: error.decline_code ?? error.code } as const) : undefined

const chargeOf = ({ latest_charge }: Pick<Intent, 'latest_charge'>) =>
  typeof latest_charge === 'object' ? latest_charge : undefined

const BRANDS = new Map(
  Object.entries({
    visa: 'Visa',
    mastercard: 'Mastercard',
    amex: 'American Express',
    discover: 'Discover',
    diners: 'Diners Club',
    jcb: 'JCB',
    unionpay: 'UnionPay',
  }),
)

const cardTextOf = (found: Pick<Intent, 'latest_charge'>): string | undefined => {
  const card = chargeOf(found)?.payment_method_details?.card
  return card && `${BRANDS.get(card.brand ?? '') ?? 'Card'} ending in ${card.last4}`
}

export const isDisputed = (found: Intent): boolean => chargeOf(found)?.disputed === true

/** Intents that can't be read, or that are in the other mode, are in neither list. */
export const sortIntents = (all: readonly unknown[], livemode: boolean): ListedCharges => {
  const sorted: ListedCharges = { paid: [], unpaidIds: [] }
  for (const each of all) {
    const { data } = intent.safeParse(each)
    const state = data && stateOf(data)
    if (!data || !state || data.livemode !== livemode) continue
    const attemptId = data.metadata.attempt
    if (state.kind !== 'paid') sorted.unpaidIds.push(data.id)
    else
      sorted.paid.push({ ...state, attemptId, providerId: data.id, isDisputed: isDisputed(data) })
  }
  return sorted
}
