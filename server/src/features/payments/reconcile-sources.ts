// Reads what the providers and QuickBooks have, as far as a comparison needs it.
import type { Dependencies } from '../../dependencies.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { CustomerPayment } from '../../providers/quickbooks/payments.ts'
import { isEnd } from './attempt.ts'
import type { Charge } from './compare.ts'
import type { Attempt } from './queries.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 4
/** Providers are asked about so many attempts one by one. */
const ASKED_MAX = 2_000
const MEMO_ID = /\(ID: ([^()\s]{1,100})\)/

export type Charges = { readonly charges: Charge[]; readonly missing: Attempt[] }
export type Booking = CustomerPayment & { readonly reference: string }

export const createSources = ({ cards, wallet, quickbooks }: Dependencies) => {
  const find = async (attempt: Attempt): Promise<Charge | undefined> => {
    const { method, providerId } = attempt
    if (method === 'paypal' && !wallet) {
      throw new ProviderError('paypal', 'auth', 'PayPal is not set up')
    }
    const asked =
      method === 'stripe' ? cards.find(providerId ?? '') : wallet?.find(providerId ?? '')
    const seen = await asked?.catch((error: unknown) => {
      // It has never heard of it.
      if (error instanceof ProviderError && error.kind === 'rejected') return undefined
      throw error
    })
    return seen?.kind === 'paid' ? { ...seen, method, attemptId: attempt.id } : undefined
  }

  /** A list of all card charges, and one by one what it does not show or what has no list. */
  const readCharges = async (attempts: readonly Attempt[], since: Date): Promise<Charges> => {
    const listed = await cards.listPaidSince(new Date(since.getTime() - DAY_MS))
    // What others sell through the same account does not carry an id of ours.
    const charges: Charge[] = listed
      .filter(({ attemptId }) => attemptId !== undefined)
      .map((charge) => ({ ...charge, method: 'stripe' }))
    const known = new Set(charges.map(({ reference }) => reference))
    const waiting = attempts
      .filter(({ providerId, reference, state }) => {
        if (providerId === null || known.has(providerId)) return false
        return reference !== null || !isEnd(state)
      })
      .slice(0, ASKED_MAX)
    const missing: Attempt[] = []
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const charge = await find(next)
        if (charge) charges.push(charge)
        else if (next.reference !== null) missing.push(next)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return { charges, missing }
  }

  /** Payments in QuickBooks that name a provider's id, and those that attempts know by their own. */
  const readBookings = async (attempts: readonly Attempt[], since: Date): Promise<Booking[]> => {
    const day = new Date(since.getTime() - DAY_MS).toISOString().slice(0, 10)
    const listed = await quickbooks.payments.listSince(day)
    const seen = new Set(listed.map(({ id }) => id))
    const others = attempts
      .flatMap(({ qboPaymentId }) => qboPaymentId ?? [])
      .filter((id) => !seen.has(id))
    const booked = new Map(attempts.map((attempt) => [attempt.qboPaymentId, attempt.reference]))
    return [...listed, ...(await quickbooks.payments.listByIds(others))].flatMap((payment) => {
      // Someone may have changed the note; the attempt still knows the payment's id.
      const reference = MEMO_ID.exec(payment.memo)?.[1] ?? booked.get(payment.id)
      return reference ? [{ ...payment, reference }] : []
    })
  }

  return { readCharges, readBookings }
}
