// The invoices of a search and the amount to pay on each. All sums are in whole cents.
import type {
  PayableInvoice,
  searchInvoice,
} from '@invoice-desk/contract/customer-invoices/customer-invoices'
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import type { PaymentLine } from '@invoice-desk/contract/payments/payments'
import {
  centsOf,
  centsToText,
  decimalFromCents,
  formatMoney,
  formatUsd,
  HOME_CURRENCY,
  typedCents,
} from '@invoice-desk/contract/values/money'
import type { InvoiceChange } from '../attempt/payment-problem.ts'

export type FoundInvoices = ResponseOf<typeof searchInvoice> & {
  /** The pay link that led here doesn't work anymore. */
  readonly linkProblem?: string | undefined
}

/** The cents to pay by invoice id. Unselected invoices have no entry. */
export type Selection = ReadonlyMap<string, number>

export const money = (amount: number, currency: string): string =>
  formatMoney(centsOf(amount), currency)

/** The matched invoice and the customer's others, oldest first. */
export const mergeInvoices = (found: FoundInvoices): PayableInvoice[] => {
  const { matchedInvoice, relatedInvoices } = found
  const others = relatedInvoices.filter(({ id }) => id !== matchedInvoice.id)
  return [matchedInvoice, ...others].sort(
    (a, b) =>
      a.date.localeCompare(b.date) ||
      a.invoiceNumber.localeCompare(b.invoiceNumber, 'en', { numeric: true }),
  )
}

const isNews = ({ id, balance }: PayableInvoice, change: InvoiceChange): boolean =>
  id === change.oldId && balance !== change.balance

/** The result with an invoice as it is now. One whose balance is the same keeps its id. */
export const withChange = (found: FoundInvoices, change: InvoiceChange): FoundInvoices => {
  const { id, balance, amount } = change
  const update = (invoice: PayableInvoice) =>
    isNews(invoice, change)
      ? { ...invoice, id, balance, amount: amount ?? invoice.amount }
      : invoice
  const { matchedInvoice, relatedInvoices } = found
  return {
    ...found,
    matchedInvoice: update(matchedInvoice),
    relatedInvoices: relatedInvoices.map(update),
  }
}

export const isOpen = ({ balance }: Pick<PayableInvoice, 'balance'>): boolean =>
  centsOf(balance) > 0

/** Invoices in other currencies are paid by bank transfer. */
export const isPayable = (invoice: Pick<PayableInvoice, 'balance' | 'currency'>): boolean =>
  isOpen(invoice) && invoice.currency === HOME_CURRENCY

export const isOverdue = ({ balance, dueDate }: PayableInvoice, today: string): boolean =>
  isOpen({ balance }) && dueDate !== '' && dueDate < today

/** What can still be paid here. */
export const outstandingCentsIn = (found: FoundInvoices): number =>
  mergeInvoices(found)
    .filter(isPayable)
    .reduce((sum, { balance }) => sum + centsOf(balance), 0)

/** What is still owed, one sum per currency: `$1,234.50`, `€200.00`. */
export const outstandingTexts = (
  invoices: readonly Pick<PayableInvoice, 'balance' | 'currency'>[],
): string[] => {
  const sums = new Map<string, number>()
  for (const { currency, balance } of invoices.filter(isOpen)) {
    sums.set(currency, (sums.get(currency) ?? 0) + centsOf(balance))
  }
  if (sums.size === 0) return [formatUsd(0)]
  return [...sums].map(([currency, cents]) => formatMoney(cents, currency))
}

export const sumOfCents = (items: readonly { readonly amount: number }[]): number =>
  items.reduce((sum, { amount }) => sum + centsOf(amount), 0)

/** A search selects the matched invoice with its full balance, or the invoices with these numbers. */
export const firstSelection = (found: FoundInvoices, selects?: readonly string[]): Selection =>
  selects
    ? selectAll(mergeInvoices(found).filter(({ invoiceNumber }) => selects.includes(invoiceNumber)))
    : selectAll([found.matchedInvoice])

export const toggleInvoice = (selection: Selection, invoice: PayableInvoice): Selection => {
  const next = new Map(selection)
  if (next.delete(invoice.id) || !isPayable(invoice)) return next
  return next.set(invoice.id, centsOf(invoice.balance))
}

/**
 * After a balance changed: paying in full stays so, and any other amount is at most the new balance. An invoice that has
 * been paid isn't selected anymore.
 */
export const adjustAmount = (
  selection: Selection,
  invoices: readonly PayableInvoice[],
  change: InvoiceChange,
): Selection => {
  const before = invoices.find((invoice) => isNews(invoice, change))
  const cents = selection.get(change.oldId)
  if (!before || cents === undefined) return selection
  const next = new Map(selection)
  next.delete(change.oldId)
  if (!isOpen(change)) return next
  const isFull = cents === centsOf(before.balance)
  return next.set(change.id, Math.min(isFull ? Infinity : cents, centsOf(change.balance)))
}

/** Whether the table shows one of these changes, or is about to. */
export const isListed = (
  changes: readonly InvoiceChange[],
  invoices: readonly PayableInvoice[],
): boolean =>
  changes.some((change) => invoices.some((each) => isNews(each, change) || each.id === change.id))

/** What the checkbox for all invoices shows. */
export const selectionState = (
  selection: Selection,
  invoices: readonly PayableInvoice[],
): 'none' | 'some' | 'all' => {
  const payable = invoices.filter(isPayable)
  const selected = payable.filter(({ id }) => selection.has(id))
  if (selected.length === 0) return 'none'
  return selected.length === payable.length ? 'all' : 'some'
}

/** All that can be paid here, in full. */
export const selectAll = (invoices: readonly PayableInvoice[]): Selection =>
  invoices.reduce(toggleInvoice, new Map<string, number>())

/** Clears the selection when all are selected; otherwise selects all with their full balance. */
export const toggleAll = (selection: Selection, invoices: readonly PayableInvoice[]): Selection =>
  selectionState(selection, invoices) === 'all' ? new Map() : selectAll(invoices)

/** What a pending payment pays, matched by number because invoice ids change with every search. */
export const selectionOf = (
  lines: readonly PaymentLine[],
  invoices: readonly PayableInvoice[],
): Selection =>
  new Map(
    invoices.flatMap(({ id, invoiceNumber }) =>
      lines
        .filter(({ number }) => number === invoiceNumber)
        .map(({ amount }) => [id, centsOf(amount)] as const),
    ),
  )

/** Empty counts as an amount of 0. */
export const isAmount = (text: string): boolean =>
  text.trim() === '' || typedCents(text) !== undefined

/** Whether this is a partly typed amount, such as the `1,2` of `1,250`. */
export const isPartialAmount = (text: string): boolean =>
  !isAmount(text) && ['0', '00', '000'].some((rest) => isAmount(text + rest))

/** The typed text and its cents, limited to the balance; 0 when it can't be read. */
export const readAmount = (text: string, balance: number): { text: string; cents: number } => {
  const typed = typedCents(text) ?? 0
  const cents = Math.min(typed, Math.max(0, centsOf(balance)))
  const isOut = cents < typed || /^\s*-/.test(text)
  return { text: isOut ? centsToText(cents) : text, cents }
}

export const totalCents = (selection: Selection): number =>
  [...selection.values()].reduce((sum, cents) => sum + cents, 0)

/** The lines of the payment request, in the table's order, without invoices whose payment is zero. */
export const linesOf = (selection: Selection, invoices: readonly PayableInvoice[]): PaymentLine[] =>
  invoices.flatMap(({ id, invoiceNumber }) => {
    const cents = selection.get(id) ?? 0
    return cents > 0 ? [{ id, amount: decimalFromCents(cents), number: invoiceNumber }] : []
  })
