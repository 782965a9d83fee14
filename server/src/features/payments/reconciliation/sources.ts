// Reads what the providers and QuickBooks have, as far as a comparison needs it.
import { addDays, businessDay } from '@invoice-desk/contract/business-day'
import type { Dependencies } from '../../../dependencies.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import type { CustomerPayment } from '../../../providers/quickbooks/payments.ts'
import type { Attempt } from '../queries.ts'
import type { Charge } from './compare.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 4
/** Providers are asked about so many attempts one by one. */
const ASKED_MAX = 5_000
/** A provider that fails so often in a row is left alone until the next comparison. */
const FAILURES_MAX = 20
const MEMO_ID = /\(ID: ([^()\s]{1,100})\)/

/** Something that could not be read, and why: a payment by its provider's id, or all of a list. */
export type Unread = { readonly method: Attempt['method']; readonly id?: string; reason: string }
export type Charges = {
  readonly charges: Charge[]
  /** Noted here as paid, and the provider does not have them. */
  readonly missing: Attempt[]
  readonly unread: Unread[]
}
export type Booking = CustomerPayment & { readonly reference: string }

export const createSources = (dependencies: Dependencies) => {
  const { config, cards, wallet, log } = dependencies
  const quickbooks = dependencies.quickbooks.for('staff')
  const find = async ({ id, method, providerId }: Attempt): Promise<Charge | undefined> => {
    const service = method === 'stripe' ? cards : wallet
    if (!service) throw new ProviderError('paypal', 'auth', 'PayPal is not set up')
    const seen = await service.find(providerId ?? '')
    return seen.kind === 'paid' ? { ...seen, method, attemptId: id } : undefined
  }

  const whyUnread = (error: unknown): string => {
    log.warn({ err: error }, 'a payment is not compared')
    if (!(error instanceof ProviderError)) return 'an error that is in the log'
    return error.message.replace(/\.$/, '')
  }

  /** All card charges as a list; what it does not show, and every order of a wallet, is asked for by itself. */
  const readCharges = async (attempts: readonly Attempt[], since: Date): Promise<Charges> => {
    const missing: Attempt[] = []
    const unread: Unread[] = []
    const listed = await cards
      .listSince(new Date(since.getTime() - DAY_MS))
      .catch((error: unknown) => {
        unread.push({ method: 'stripe', reason: whyUnread(error) })
        return undefined
      })
    // What others sell through the same account does not carry an id of ours.
    const charges: Charge[] = (listed?.paid ?? [])
      .filter(({ attemptId }) => attemptId !== undefined)
      .map((charge) => ({ ...charge, method: 'stripe' }))
    const paidIds = new Set(charges.map(({ reference }) => reference))
    const unpaidIds = new Set(listed?.unpaidIds)
    const waiting = attempts.filter(({ method, providerId: id, reference }) => {
      if (id === null || paidIds.has(id)) return false
      if (method === 'stripe' && !listed) return false
      return reference !== null || !unpaidIds.has(id)
    })
    for (const { method, providerId } of waiting.splice(ASKED_MAX)) {
      unread.push({ method, id: providerId ?? '', reason: 'there were too many' })
    }
    const failures = { stripe: 0, paypal: 0 }
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { method, providerId } = next
        if (failures[method] >= FAILURES_MAX) {
          unread.push({ method, id: providerId ?? '', reason: 'it did not answer before' })
          continue
        }
        try {
          const charge = await find(next)
          failures[method] = 0
          if (charge) charges.push(charge)
          else if (next.reference !== null) missing.push(next)
        } catch (error) {
          failures[method] += 1
          unread.push({ method, id: providerId ?? '', reason: whyUnread(error) })
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return { charges, missing, unread }
  }

  /** Payments in QuickBooks that name a provider's id, and those that attempts know by their own. */
  const readBookings = async (attempts: readonly Attempt[], since: Date): Promise<Booking[]> => {
    const day = addDays(businessDay(since, config.businessTimeZone), -1)
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
