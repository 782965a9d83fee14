// Reads what a statement lists from QuickBooks itself, for when our copy doesn't have it.

import type { Dependencies } from '../../../dependencies.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { InvoiceRef } from '../../../secrets/invoice-id.ts'
import { createLiveInvoices } from '../live-invoices.ts'
import type { Invoice, Payment } from '../queries.ts'
import { type CustomerInvoices, INVOICES_MAX } from './queries.ts'

/** Fewer than from the copy, because their payments take a call for each hundred. */
const PAID_MAX = 200

export const createLiveStatement = (dependencies: Dependencies) => {
  const visitors = dependencies.quickbooks.for('visitors')
  const live = createLiveInvoices(dependencies)

  return async (ref: InvoiceRef, since: string): Promise<CustomerInvoices> => {
    const { invoices, payments } = visitors.salesOf(ref.realmId)
    const max = { openMax: INVOICES_MAX + 1, paidMax: PAID_MAX }
    const [invoice, listed] = await Promise.all([
      live.getInvoice(ref),
      invoices.listOfCustomer(ref.customerId, max),
    ])
    const open = listed.filter(({ balanceCents }) => balanceCents > 0)
    // We'd need them all for the totals. The copy will have them.
    if (open.length > INVOICES_MAX) throw new AppError('invoice_details_failed')
    const settled = listed.filter(({ balanceCents }) => balanceCents <= 0)
    const paid = await payments.listByIds(settled.flatMap(({ paymentIds }) => paymentIds))
    const recent = settled.filter((each) => lastPaid(each, paid) >= since)
    const [newest] = [...open, ...recent, invoice].sort((a, b) => b.date.localeCompare(a.date))
    return {
      invoice,
      customerName: null,
      billTo: newest?.billTo ?? [],
      invoices: [...open, ...recent],
      owed: open,
      openCount: open.length,
      unapplied: [],
    }
  }
}

/** Or its own date, if it was settled without a payment. */
const lastPaid = ({ paymentIds, date }: Invoice, payments: readonly Payment[]): string =>
  payments
    .filter(({ id }) => paymentIds.includes(id))
    .map((payment) => payment.date)
    .sort()
    .at(-1) ?? date
