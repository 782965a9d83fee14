// Begins an attempt: stores the request as a row that holds its invoices, and only then reads balances. In the
// other order, two payers could see the same balance.
import { centsFromDecimal, formatUsd, HOME_CURRENCY } from '@invoice-desk/contract/money'
import type { PaymentMethod } from '@invoice-desk/contract/payment-methods'
import { type PaymentLine, sumOfLines } from '@invoice-desk/contract/payments'
import { AppError } from '../../../app-error.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { createInvoiceIds, type InvoiceRef } from '../../../invoice-id.ts'
import type { Invoice } from '../../../providers/quickbooks/invoices.ts'
import { refuseVisitor } from '../../../quickbooks-refusals.ts'
import { findRealmId } from '../../accounting/queries.ts'
import {
  type Attempt,
  describeLines,
  findAttemptByKey,
  type HeldLine,
  insertAttempt,
  insertLines,
} from '../queries.ts'
import { hashOf } from './attempt.ts'
import { withLease } from './lease.ts'
import { fail, move, recordPaymentEvent } from './transitions.ts'

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
   * Counts the try and may refuse it or require a human check, before anything is stored. It returns a function that
   * reverts the count.
   */
  countTry(customerId: string): Promise<() => Promise<void>>
}
export type Try = Pick<NewPayment, 'key' | 'countTry'>

/** Only a new attempt, which the caller has leased, comes with its invoice numbers. */
export type BeginResult = { readonly attempt: Attempt; readonly numbers?: readonly string[] }

/** The attempt with this key: a new one, or the one from an earlier request. */
export const begin = async (deps: Dependencies, payment: NewPayment): Promise<BeginResult> => {
  const { key, lines, payer, method, more } = payment
  const requestHash = hashOf({ lines, payer, method, more })
  const findExisting = async () => {
    const existing = await findAttemptByKey(deps.database.db, key)
    if (existing && existing.requestHash !== requestHash) throw new AppError('payment_key_reused')
    return existing
  }
  const existing = await findExisting()
  if (existing) return { attempt: existing }
  const refs = await openRefs(deps, lines)
  const uncountTry = await payment.countTry(refs[0]?.customerId ?? '')
  const held = refs.map(({ invoiceId }, position) => ({
    position,
    invoiceId,
    amountCents: centsFromDecimal(lines[position]?.amount ?? 0) ?? 0,
  }))
  const attempt = await storeAttempt(deps, { ...payment, requestHash }, refs, held)
  if (attempt) return reserve(deps, attempt, held)
  // The same request arrived twice at the same time, so only the other one counts as a try.
  await uncountTry()
  const other = await findExisting()
  if (!other) throw new AppError('payment_in_progress')
  return { attempt: other }
}

/** Only ids from a search within the last hour, all of one customer, each once. */
const openRefs = async (
  { config, database }: Dependencies,
  lines: readonly PaymentLine[],
): Promise<InvoiceRef[]> => {
  const realmId = await findRealmId(database.db)
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

/** Stores the attempt and its hold on the invoices, or neither. */
const storeAttempt = (
  { database }: Dependencies,
  payment: NewPayment & { readonly requestHash: string },
  refs: readonly InvoiceRef[],
  held: readonly HeldLine[],
): Promise<Attempt | undefined> => {
  const { key, requestHash, method, payer, termsVersion = null } = payment
  const { realmId = '', customerId = '' } = refs[0] ?? {}
  const totalCents = sumOfLines(payment.lines)
  return database.db.transaction(async (tx) => {
    const content = { key, requestHash, method, realmId, customerId, totalCents, termsVersion }
    const attempt = await insertAttempt(tx, { ...content, ...payer })
    if (!attempt) return undefined
    if (!(await insertLines(tx, attempt, held))) {
      throw new AppError('payment_in_progress', { field: 'invoices' })
    }
    const invoices = refs.map(({ invoiceId }) => invoiceId)
    await recordPaymentEvent(tx, attempt.id, {
      actor: payer.email,
      action: 'payment_begun',
      details: { method, totalCents, invoices, ...(termsVersion && { termsVersion }) },
    })
    return attempt
  })
}

/** Checks against QuickBooks as it is now, not what the browser saw up to an hour ago. */
const reserve = async (
  deps: Dependencies,
  attempt: Attempt,
  lines: readonly HeldLine[],
): Promise<BeginResult> => {
  try {
    const invoiceIds = lines.map(({ invoiceId }) => invoiceId)
    const invoices = await withLease(deps.database.db, attempt, () =>
      deps.quickbooks.for('money').invoices.listByIds(invoiceIds),
    ).catch(refuseVisitor('invoice_search_failed'))
    const checked = lines.map((line) => checkLine(attempt, line, invoices))
    const customerName = checked[0]?.customerName ?? ''
    const seen = checked.map(({ number, balanceCents }, position) => ({
      position,
      number,
      balanceCents,
    }))
    const reserved = await move(
      deps,
      attempt,
      { to: 'reserved', action: 'payment_reserved', change: { customerName } },
      (tx) => describeLines(tx, attempt, seen),
    )
    return { attempt: reserved, numbers: checked.map(({ number }) => number) }
  } catch (error) {
    if (error instanceof AppError) await fail(deps, attempt, error.code, error.message)
    else await fail(deps, attempt, 'payment_failed')
    throw error
  }
}

const checkLine = (attempt: Attempt, line: HeldLine, invoices: readonly Invoice[]): Invoice => {
  const invoice = invoices.find(({ id }) => id === line.invoiceId)
  const path = `invoices.${line.position}`
  if (invoice?.customerId !== attempt.customerId) {
    throw new AppError('invoice_lookup_expired', { field: `${path}.id` })
  }
  const { balanceCents, currency, number } = invoice
  if (currency !== HOME_CURRENCY) {
    const text = `Invoice ${number} is in ${currency} and can't be paid here. Please pay it by bank transfer.`
    throw new AppError('currency_not_accepted', { field: `${path}.id`, text })
  }
  if (balanceCents <= 0) {
    const text = `Invoice ${number} has already been paid. Search again to see its balance.`
    throw new AppError('invoice_paid', { field: `${path}.amount`, text })
  }
  if (line.amountCents > balanceCents) {
    const text = `The amount for invoice ${number} is more than its balance of ${formatUsd(balanceCents)}.`
    throw new AppError('amount_above_balance', { field: `${path}.amount`, text })
  }
  return invoice
}
