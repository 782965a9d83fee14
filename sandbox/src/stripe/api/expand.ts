// The `expand` parameter, for the one path that the app uses: an intent's latest charge.
import type Stripe from 'stripe'
import type { Books } from '../books.ts'
import { invalidRequest } from './fault.ts'

/** Lists name the path with a leading `data.`. */
export const expand = (books: Books, object: object, paths: readonly string[]): object => {
  const isList = 'data' in object
  const expandable = isList ? 'data.latest_charge' : 'latest_charge'
  for (const path of paths)
    if (path !== expandable || !(isList || 'latest_charge' in object))
      throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
  if (paths.length === 0) return object
  const withCharge = (intent: Stripe.PaymentIntent) => ({
    ...intent,
    latest_charge: books.charges.get(String(intent.latest_charge)) ?? null,
  })
  return isList
    ? { ...object, data: (object.data as Stripe.PaymentIntent[]).map(withCharge) }
    : withCharge(object as Stripe.PaymentIntent)
}
