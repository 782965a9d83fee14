// The beginning of an attempt: what the browser asks for becomes a row that holds its invoices, and only then
// are balances read. In the other order two payers could both see the same balance.
import { centsFromDecimal, formatUsd, HOME_CURRENCY } from '@invoice-desk/contract/money'
import type { PaymentMethod } from '@invoice-desk/contract/payment-methods'
import { type PaymentLine, sumOfLines } from '@invoice-desk/contract/payments'
import type pg from 'pg'
import { AppError } from '../../../app-error.ts'
import { recordEvent } from '../../../db/audit.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { createInvoiceIds, type InvoiceRef } from '../../../invoice-id.ts'
import type { Invoice } from '../../../providers/quickbooks/invoices.ts'
import { refuseVisitor } from '../../../providers/quickbooks/refusals.ts'
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
import { whileClaimed } from './claim.ts'
import type { Steps } from './steps.ts'

export type Wanted = {
  readonly key: string
  readonly method: PaymentMethod
  readonly lines: readonly PaymentLine[]
  readonly payer: { companyName: string; payerName: string; email: string }
  /** Not part of what is repeated: the first call counts. */
  readonly termsVersion: string | undefined
  /** Everything that makes this request another one, beside the lines and the payer. */
  readonly more?: unknown
  /**
   * Counts the try and may refuse it or ask for a human check, before anything is stored. A decline stays counted,
   * unless the caller takes it back.
   */
  countTry(customerId: string): Promise<() => Promise<void>>
}

/** The numbers of its invoices come with a new attempt, which the caller holds. */
export type Begun = { readonly attempt: Attempt; readonly numbers?: readonly string[] }

export type Try = Pick<Wanted, 'key' | 'countTry'>

export const createBegin = ({ config, database, quickbooks }: Dependencies, steps: Steps) => {
  const { db, pool } = database
  const ids = createInvoiceIds(config.keyring)
  const books = quickbooks.for('money')

  /** Only ids that a search handed out within the hour, all of one customer, each once. */
  const openRefs = async (lines: readonly PaymentLine[]): Promise<InvoiceRef[]> => {
    const realmId = await findRealmId(db)
    const refs = lines.map(({ id }, index) => {
      const ref = ids.open(id)
      if (ref && ref.realmId === realmId) return ref
      throw new AppError('invoice_lookup_expired', { field: `invoices.${index}.id` })
    })
    if (new Set(refs.map(({ customerId }) => customerId)).size > 1) {
      throw new AppError('customers_differ', { field: 'invoices' })
    }
    if (new Set(refs.map(({ invoiceId }) => invoiceId)).size < refs.length) {
      const text = 'Each invoice can be listed once.'
      throw new AppError('invalid_input', { field: 'invoices', text })
    }
    return refs
  }

  /** What QuickBooks says now decides; what the browser was shown an hour ago does not. */
  const reserve = async (attempt: Attempt, lines: readonly HeldLine[]): Promise<Begun> => {
    try {
      const wanted = lines.map(({ invoiceId }) => invoiceId)
      const asked = whileClaimed(db, attempt, () => books.invoices.listByIds(wanted))
      const invoices = await asked.catch(refuseVisitor('invoice_search_failed'))
      const checked = lines.map((line) => ({ line, invoice: checkLine(attempt, line, invoices) }))
      const customerName = checked[0]?.invoice.customerName ?? ''
      const seen = checked.map(({ line, invoice }) => ({
        position: line.position,
        invoiceNumber: invoice.number,
        balanceCents: invoice.balanceCents,
      }))
      const reserved = await steps.move(
        attempt,
        { to: 'reserved', action: 'payment_reserved', change: { customerName } },
        (tx) => describeLines(tx, attempt, seen),
      )
      return { attempt: reserved, numbers: checked.map(({ invoice }) => invoice.number) }
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'payment_failed'
      await steps.fail(attempt, code, error instanceof AppError ? error.message : '')
      throw error
    }
  }

  /** The attempt with this key: a new one that the caller holds, or the one that stands already. */
  const begin = async (wanted: Wanted): Promise<Begun> => {
    const { lines, payer, method, more } = wanted
    const requestHash = hashOf({ lines, payer, method, more })
    const standing = await findAttemptByKey(db, wanted.key)
    if (standing) return { attempt: sameRequest(standing, requestHash) }
    const refs = await openRefs(lines)
    const uncountDecline = await wanted.countTry(refs[0]?.customerId ?? '')
    const held = refs.map(({ invoiceId }, position) => ({
      position,
      invoiceId,
      amountCents: centsFromDecimal(lines[position]?.amount ?? 0) ?? 0,
    }))
    const attempt = await storeAttempt(pool, wanted, refs, held, requestHash)
    if (attempt) return reserve(attempt, held)
    // The same request twice at the same time: its decline counts for the other one.
    await uncountDecline()
    const other = await findAttemptByKey(db, wanted.key)
    if (!other) throw new AppError('payment_in_progress')
    return { attempt: sameRequest(other, requestHash) }
  }

  return begin
}

/** T1: the attempt and its hold on the invoices, or neither. */
const storeAttempt = async (
  pool: pg.Pool,
  wanted: Wanted,
  refs: readonly InvoiceRef[],
  held: readonly HeldLine[],
  requestHash: string,
) => {
  const { key, method, payer, lines, termsVersion = null } = wanted
  const { realmId = '', customerId = '' } = refs[0] ?? {}
  return inTransaction(pool, async (tx) => {
    const totalCents = sumOfLines(lines)
    const content = { key, requestHash, method, realmId, customerId, totalCents, ...payer }
    const attempt = await insertAttempt(tx, { ...content, termsVersion })
    if (!attempt) return undefined
    if (!(await insertLines(tx, attempt, held)))
      throw new AppError('payment_in_progress', { field: 'invoices' })
    await recordEvent(tx, {
      actor: payer.email,
      action: 'payment_begun',
      subject: { kind: 'payment', id: attempt.id },
      details: {
        method,
        totalCents,
        invoices: refs.map(({ invoiceId }) => invoiceId),
        ...(termsVersion && { termsVersion }),
      },
    })
    return attempt
  })
}

const sameRequest = (attempt: Attempt, requestHash: string): Attempt => {
  if (attempt.requestHash !== requestHash) throw new AppError('payment_key_reused')
  return attempt
}

const checkLine = (attempt: Attempt, line: HeldLine, invoices: readonly Invoice[]): Invoice => {
  const invoice = invoices.find(({ id }) => id === line.invoiceId)
  const field = `invoices.${line.position}.amount`
  if (invoice?.customerId !== attempt.customerId) {
    throw new AppError('invoice_lookup_expired', { field: `invoices.${line.position}.id` })
  }
  const { balanceCents, currency, number } = invoice
  if (currency !== HOME_CURRENCY) {
    const text = `Invoice ${number} is in ${currency} and can't be paid here. Please pay it by bank transfer.`
    throw new AppError('currency_not_accepted', { field: `invoices.${line.position}.id`, text })
  }
  if (balanceCents <= 0) {
    const text = `Invoice ${number} has been paid meanwhile. Please search again to see its balance.`
    throw new AppError('invoice_paid', { field, text })
  }
  if (line.amountCents > balanceCents) {
    const text = `The amount for invoice ${number} is above its balance of ${formatUsd(balanceCents)}.`
    throw new AppError('amount_above_balance', { field, text })
  }
  return invoice
}
