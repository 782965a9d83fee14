// Reads customer invoices and their payments from QuickBooks itself, for when our copy doesn't have them.
import { AppError } from '../../../app-error.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { findRealmId } from '../queries.ts'
import { needsMethodName } from './payment-history.ts'
import { type FoundInvoices, type Invoice, type InvoiceHistory, RELATED_MAX } from './queries.ts'

export const createLiveInvoices = ({ books, database: { db }, quickbooks }: Dependencies) => {
  const { invoices, payments } = quickbooks.for('visitors')
  const listPayments = (of: readonly Invoice[]) =>
    payments.listByIds(of.flatMap(({ paymentIds }) => paymentIds))

  return {
    search: async (number: string, date: string): Promise<FoundInvoices> => {
      // Read first: if a different company is connected while we search, its ids must not count as this one's.
      const realmId = (await findRealmId(db)) ?? ''
      const found = await invoices.findByNumberAndDate(number, date)
      const matched = found.filter(({ totalCents }) => totalCents > 0)
      const [customerId, ...others] = new Set(matched.map((invoice) => invoice.customerId))
      if (customerId === undefined || others.length > 0) throw new AppError('invoice_not_found')
      const related = await invoices.listOfCustomer(customerId, RELATED_MAX)
      const listed = [...matched, ...related]
      const paid = await listPayments(listed)
      // The next search finds them in the copy.
      await books.keep(realmId, 'invoice', listed)
      await books.keep(realmId, 'payment', paid)
      return { realmId, matched, related, payments: paid, customerName: null }
    },

    readHistory: async (invoiceId: string): Promise<InvoiceHistory> => {
      const [invoice] = await invoices.listByIds([invoiceId])
      if (!invoice) throw new AppError('invoice_not_found')
      const paid = await listPayments([invoice])
      const memoIds = paid.flatMap(({ creditMemos }) => creditMemos.map(({ id }) => id))
      const [methods, creditMemos] = await Promise.all([
        paid.some(needsMethodName) ? payments.listMethods() : [],
        payments.listCreditMemos(memoIds),
      ])
      return { invoice, payments: paid, methods, creditMemos }
    },
  }
}
