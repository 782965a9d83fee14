// Rules for the list of invoices: which are overdue, which paid ones are folded, and what a payment leaves open.
import type { PayableInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { centsOf } from '@invoice-desk/contract/values/money'
import { isOpen, isOverdue, isPayable, type Selection, selectAll } from './invoices.ts'

/** Every overdue invoice that can be paid here, in full, and nothing else. */
export const selectOverdue = (invoices: readonly PayableInvoice[], today: string): Selection =>
  selectAll(invoices.filter((invoice) => isOverdue(invoice, today)))

/** The ids of the paid invoices that a search folds. If all are paid, they are the result, so none are folded. */
export const paidToFold = (
  invoices: readonly PayableInvoice[],
  matchedId: string,
): ReadonlySet<string> => {
  if (!invoices.some(isOpen)) return new Set()
  const paid = invoices.filter((invoice) => !isOpen(invoice) && invoice.id !== matchedId)
  return new Set(paid.map(({ id }) => id))
}

/** What remains open after the payment, by invoice id. */
export type Remainder = ReadonlyMap<string, { readonly number: string; readonly cents: number }>

export const remainderOf = (selection: Selection, invoices: readonly PayableInvoice[]): Remainder =>
  new Map(
    invoices.filter(isPayable).flatMap(({ id, invoiceNumber, balance }) => {
      const cents = centsOf(balance) - (selection.get(id) ?? 0)
      return cents > 0 ? [[id, { number: invoiceNumber, cents }] as const] : []
    }),
  )

const NAMED_MAX = 3

/** `invoice 7`, `invoices 7 and 8`, `invoices 7, 8, 9 and 3 more`. */
export const invoicesText = (numbers: readonly string[]): string => {
  if (numbers.length === 1) return `invoice ${numbers[0]}`
  const isLong = numbers.length > NAMED_MAX + 1
  const named = isLong ? numbers.slice(0, NAMED_MAX) : numbers.slice(0, -1)
  const last = isLong ? `${numbers.length - NAMED_MAX} more` : numbers.at(-1)
  return `invoices ${named.join(', ')} and ${last}`
}
