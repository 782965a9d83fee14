// Compares a receipt with what a search found. Small, because the page loads it before a search.
import type { PayableInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import type { PaymentReceipt } from '@invoice-desk/contract/payments/payments'
import { type FoundInvoices, mergeInvoices } from '../invoices/invoices.ts'

type PaidInvoice = PaymentReceipt['invoices'][number]

/** A number can repeat on another day. */
export const isSame = (invoice: PayableInvoice, { number, date }: PaidInvoice): boolean =>
  invoice.invoiceNumber === number && (date === undefined || invoice.date === date)

/** Whether the search result is from before QuickBooks showed the payment. */
export const isBeforePayment = (found: FoundInvoices, { invoices }: PaymentReceipt): boolean =>
  mergeInvoices(found).some((invoice) =>
    invoices.some(
      (paid) => isSame(invoice, paid) && (paid.remaining ?? Infinity) < invoice.balance,
    ),
  )
