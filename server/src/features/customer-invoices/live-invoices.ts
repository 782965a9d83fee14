// Reads customer invoices and their payments from QuickBooks itself, for when our copy doesn't have them.

import type { Dependencies } from '../../dependencies.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Invoice as ReadInvoice } from '../../providers/quickbooks/invoices.ts'
import { findRealmId } from '../accounting/connection/queries.ts'
import { needsMethodName } from './payment-history.ts'
import {
  type FoundInvoices,
  type Invoice,
  type InvoiceHistory,
  type Named,
  RELATED_MAX,
} from './queries.ts'

export const createLiveInvoices = ({ books, database: { db }, quickbooks }: Dependencies) => {
  const visitors = quickbooks.for('visitors')
  // Another company may be connected while we read, whose ids mean something else.
  const listPayments = (realmId: string, of: readonly Invoice[]) =>
    visitors.salesOf(realmId).payments.listByIds(of.flatMap(({ paymentIds }) => paymentIds))

  const getInvoice = async ({ realmId, invoiceId }: Named): Promise<ReadInvoice> => {
    const [invoice] = await visitors.salesOf(realmId).invoices.listByIds([invoiceId])
    if (!invoice) throw new AppError('invoice_not_found')
    return invoice
  }

  return {
    search: async (number: string, date: string): Promise<FoundInvoices> => {
      const realmId = (await findRealmId(db)) ?? ''
      const { invoices } = visitors.salesOf(realmId)
      const found = await invoices.findByNumberAndDate(number, date)
      const matched = found.filter(({ totalCents }) => totalCents > 0)
      const [customerId, ...others] = new Set(matched.map((invoice) => invoice.customerId))
      if (customerId === undefined || others.length > 0) throw new AppError('invoice_not_found')
      const related = await invoices.listOfCustomer(customerId, RELATED_MAX)
      const listed = [...matched, ...related]
      const paid = await listPayments(realmId, listed)
      // The next search finds them in the copy.
      await books.keep(realmId, 'invoice', listed)
      await books.keep(realmId, 'payment', paid)
      return { realmId, matched, related, payments: paid, customerName: null, unapplied: [] }
    },

    getInvoice,

    getWithPayments: async (named: Named) => {
      const invoice = await getInvoice(named)
      await books.keep(named.realmId, 'invoice', [invoice])
      return { invoice, payments: await listPayments(named.realmId, [invoice]) }
    },

    readHistory: async (named: Named): Promise<InvoiceHistory> => {
      const invoice = await getInvoice(named)
      const paid = await listPayments(named.realmId, [invoice])
      const memoIds = paid.flatMap(({ creditMemos }) => creditMemos.map(({ id }) => id))
      const { payments } = visitors.salesOf(named.realmId)
      const [methods, creditMemos] = await Promise.all([
        paid.some(needsMethodName) ? payments.listMethods() : [],
        payments.listCreditMemos(memoIds),
      ])
      return { invoice, payments: paid, methods, creditMemos }
    },
  }
}
