// What a customer still owes after a payment, also before QuickBooks shows it.
import {
  canLookUp,
  type PayableInvoice,
} from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { payPath } from '@invoice-desk/contract/payments/pay-path'
import type { PaymentReceipt } from '@invoice-desk/contract/payments/payments'
import { centsOf } from '@invoice-desk/contract/values/money'
import type { InvoiceQuery } from '../api.ts'
import { type FoundInvoices, isOpen, isPayable, mergeInvoices } from '../invoices/invoices.ts'
import { isSame } from './match-receipt.ts'

/**
 * The customer's open invoices, or undefined if the search didn't find the ones that were paid. Until QuickBooks shows
 * the payment, the receipt knows a lower balance. If it doesn't know any, we don't ask for more on that invoice.
 */
export const listStillOpen = (
  found: FoundInvoices | undefined,
  receipt: PaymentReceipt | undefined,
): PayableInvoice[] | undefined => {
  if (!found) return undefined
  const all = mergeInvoices(found).map((invoice) => ({
    invoice,
    paid: receipt?.invoices.find((each) => isSame(invoice, each)),
  }))
  if (receipt && !all.some(({ paid }) => paid)) return undefined
  return all
    .map(({ invoice, paid }) =>
      paid ? { ...invoice, balance: Math.min(invoice.balance, paid.remaining ?? 0) } : invoice,
    )
    .filter(isOpen)
}

export type NextToPay = {
  readonly numbers: readonly string[]
  readonly cents: number
  /** Whether this is the rest of invoices that were just paid in part. */
  readonly isRest: boolean
}

/** What one more payment can pay here: the rest of what was paid in part or, if nothing was, all that is open. */
export const nextToPay = (
  open: readonly PayableInvoice[],
  receipt: PaymentReceipt | undefined,
): NextToPay | undefined => {
  const payable = open.filter(isPayable)
  const rest = payable.filter((invoice) => receipt?.invoices.some((paid) => isSame(invoice, paid)))
  const isRest = rest.length > 0
  const chosen = isRest ? rest : payable
  if (chosen.length === 0) return undefined
  const cents = chosen.reduce((sum, { balance }) => sum + centsOf(balance), 0)
  return { numbers: chosen.map(({ invoiceNumber }) => invoiceNumber), cents, isRest }
}

/** What remains on the invoices of the payment. */
export const remainingCentsOf = ({ invoices }: PaymentReceipt): number =>
  invoices.reduce((sum, { remaining = 0 }) => sum + centsOf(remaining), 0)

/** The search for the rest: the first invoice of the payment that isn't paid in full. */
export const restQueryOf = ({ invoices }: PaymentReceipt): InvoiceQuery | undefined => {
  const first = invoices.find(
    ({ number, date = '', remaining = 0 }) => centsOf(remaining) > 0 && canLookUp(number, date),
  )
  return first?.date ? { invoiceNumber: first.number, date: first.date } : undefined
}

/** Where to pay the rest. */
export const restPathOf = (receipt: PaymentReceipt): string | undefined => {
  const rest = restQueryOf(receipt)
  return rest && payPath({ number: rest.invoiceNumber, date: rest.date })
}
