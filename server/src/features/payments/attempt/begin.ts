// Begins an attempt: stores the request as a row that holds its invoices. Only then are balances read and an intent or
// order opened. In the other order, two payers could see the same balance.

import {
  PAYMENT_METHODS,
  type PaymentMethod,
} from '@invoice-desk/contract/payments/payment-methods'
import { type PaymentLine, sumOfLines } from '@invoice-desk/contract/payments/payments'
import { centsFromDecimal } from '@invoice-desk/contract/values/money'
import type { Dependencies } from '../../../dependencies.ts'
import { AppError } from '../../../lib/app-error.ts'
import { createInvoiceIds, type InvoiceRef } from '../../../secrets/invoice-id.ts'
import { type Attempt, findKeyAndRealm, type HeldLine, insertAttempt } from '../queries.ts'
import { attemptIdOf, hashOf } from './attempt.ts'
import { eventOf } from './store-move.ts'
import { takeOver } from './take-over.ts'

type NewPayment = {
  readonly key: string
  readonly method: PaymentMethod
  readonly lines: readonly PaymentLine[]
  readonly payer: { companyName: string; payerName: string; email: string }
  /** Not compared when a request repeats: the first call counts. */
  readonly termsVersion: string | undefined
  /** Anything else that must match when a request repeats. */
  readonly more?: unknown
  /**
   * May refuse the try or require a human check, before anything is stored. It returns a function for a try that isn't
   * one after all.
   */
  countTry(customerId: string): Promise<() => void>
}
export type Try = Pick<NewPayment, 'key' | 'countTry'>

/** Only a new attempt, which the caller has leased, comes with its lines. */
export type BeginResult = { readonly attempt: Attempt; readonly lines?: readonly HeldLine[] }

/** The attempt with this key: a new one, or the one from an earlier request. */
export const begin = async (deps: Dependencies, payment: NewPayment): Promise<BeginResult> => {
  const { db } = deps.database
  const { key, lines, payer, method, more, termsVersion = null } = payment
  const requestHash = hashOf({ lines, payer, method, more })
  const findExisting = async () => {
    const found = await findKeyAndRealm(db, key)
    const { existing } = found
    if (existing && existing.requestHash !== requestHash) throw new AppError('payment_key_reused')
    return found
  }
  const { existing, realmId, isPaused } = await findExisting()
  if (existing) return { attempt: existing }
  // Like `methodOff`: the database may have lost an earlier request with this key, so it doesn't say what was charged.
  if (isPaused) throw new AppError('payments_paused')
  const refs = openRefs(deps, lines, realmId)
  const { customerId = '' } = refs[0] ?? {}
  const uncountTry = await payment.countTry(customerId)
  if (!deps.config.paymentMethods.includes(method)) {
    uncountTry()
    throw methodOff(method)
  }
  const held = refs.map((ref, position) => ({
    position,
    invoiceId: ref.invoiceId,
    invoiceNumber: ref.number ?? '',
    amountCents: centsFromDecimal(lines[position]?.amount ?? 0) ?? 0,
    balanceCents: ref.balanceCents ?? 0,
    invoiceDate: null,
  }))
  const id = attemptIdOf(key)
  const totalCents = sumOfLines(lines)
  const content = { id, key, requestHash, method, realmId, customerId, totalCents, termsVersion }
  const invoices = held.map(({ invoiceId }) => invoiceId)
  const details = { method, totalCents, invoices, ...(termsVersion && { termsVersion }) }
  const event = eventOf(id, { actor: payer.email, action: 'payment_begun', details })
  const insert = () => insertAttempt(db, { ...content, ...payer }, held, event)
  const inserted = await insert()
  const isFreed = inserted === 'held' && (await takeOver(deps, realmId, invoices))
  const attempt = isFreed ? await insert() : inserted
  if (attempt === 'held') throw new AppError('payment_in_progress', { field: 'invoices' })
  if (attempt) return { attempt, lines: held }
  // The same request arrived twice at the same time, so only the other one counts as a try.
  uncountTry()
  const { existing: other } = await findExisting()
  if (!other) throw new AppError('payment_in_progress')
  return { attempt: other }
}

/**
 * Administrators can turn a method off. That ends no attempt: one that is stored may have moved money, so it's opened,
 * confirmed and settled as always. So this error doesn't tell payers that they weren't charged: an earlier request with
 * the same key may still store one.
 */
const methodOff = (method: PaymentMethod): AppError => {
  const { kind, label } = PAYMENT_METHODS[method]
  const text = `We don't accept ${kind === 'card' ? 'card' : label} payments right now.`
  return new AppError('changed_meanwhile', { text })
}

/** Only ids from a search within the last hour, all of one customer, each once. */
const openRefs = (
  { config }: Dependencies,
  lines: readonly PaymentLine[],
  realmId: string,
): InvoiceRef[] => {
  const ids = createInvoiceIds(config.keyring)
  const refs = lines.map(({ id }, index) => {
    const ref = ids.open(id)
    if (ref && ref.realmId === realmId) return ref
    throw new AppError('invoice_lookup_expired', { field: `invoices.${index}.id` })
  })
  if (new Set(refs.map(({ customerId }) => customerId)).size > 1) {
    throw new AppError('customers_differ', { field: 'invoices' })
  }
  if (new Set(refs.map(({ invoiceId }) => invoiceId)).size < refs.length) {
    const text = 'Each invoice can be listed only once.'
    throw new AppError('invalid_input', { field: 'invoices', text })
  }
  return refs
}
