// Lets a customer find an invoice by number and date and see its payments. Every failed search gets the same answer.
import type {
  PayableInvoice,
  PaymentHistoryEntry,
  searchInvoice,
} from '@invoice-desk/contract/accounting-invoices'
import type { ResponseOf } from '@invoice-desk/contract/endpoint'
import { decimalFromCents } from '@invoice-desk/contract/money'
import { AppError } from '../../../app-error.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { createInvoiceIds, type InvoiceRef } from '../../../invoice-id.ts'
import type { Invoice } from '../../../providers/quickbooks/invoices.ts'
import type { CustomerPayment } from '../../../providers/quickbooks/payments.ts'
import { refuseVisitor } from '../../../quickbooks-refusals.ts'
import { findRealmId } from '../queries.ts'
import { createSharedReads } from '../shared-reads.ts'
import { appliedCents, historyEntryOf, needsMethodName } from './payment-history.ts'

const OPEN_MAX = 150
const PAID_MAX = 50
const METHODS_CACHE_MS = 60_000

type Query = { readonly invoiceNumber: string; readonly date: string }
type SearchAnswer = ResponseOf<typeof searchInvoice>

export const createInvoiceSearch = (dependencies: Dependencies) => {
  const { config, database } = dependencies
  const { invoices, payments } = dependencies.quickbooks.for('visitors')
  const ids = createInvoiceIds(config.keyring)
  const searches = createSharedReads<SearchAnswer>()
  const histories = createSharedReads<PaymentHistoryEntry[]>()
  const methodNames = createSharedReads<Map<string, string>>(METHODS_CACHE_MS)
  const findRealm = async () => (await findRealmId(database.db)) ?? ''

  const find = async ({ invoiceNumber, date }: Query): Promise<SearchAnswer> => {
    // Read first: if a different company is connected while we search, its ids must not count as this one's.
    const realmId = await findRealm()
    const found = await invoices.findByNumberAndDate(invoiceNumber, date)
    const valid = found.filter(({ totalCents }) => totalCents > 0)
    // If two customers have an invoice with this number and date, we'd show one customer's invoice to the other.
    const customers = new Set(valid.map(({ customerId }) => customerId))
    const matched = valid.find(({ balanceCents }) => balanceCents > 0) ?? valid[0]
    if (!matched || customers.size > 1) throw new AppError('invoice_not_found')
    const limits = { openMax: OPEN_MAX, paidMax: PAID_MAX }
    const others = await invoices.listOfCustomer(matched.customerId, limits)
    const related = others.filter(({ id }) => id !== matched.id)
    const paid = await listPayments([matched, ...related])
    const present = (invoice: Invoice) => {
      const { customerId, id: invoiceId } = invoice
      return toPayable(invoice, ids.seal({ realmId, customerId, invoiceId }), paid)
    }
    return {
      matchedInvoice: present(matched),
      relatedInvoices: related.map(present),
      customer: { name: matched.customerName },
    }
  }

  const listPayments = (of: readonly Invoice[]): Promise<CustomerPayment[]> =>
    payments.listByIds(of.flatMap(({ paymentIds }) => paymentIds))

  const history = async (ref: InvoiceRef | undefined): Promise<PaymentHistoryEntry[]> => {
    if (!ref || ref.realmId !== (await findRealm())) throw new AppError('invoice_not_found')
    const [invoice] = await invoices.listByIds([ref.invoiceId])
    if (invoice?.customerId !== ref.customerId) throw new AppError('invoice_not_found')
    const paid = await listPayments([invoice])
    const memoIds = paid.flatMap(({ creditMemos }) => creditMemos.map(({ id }) => id))
    const [methods, creditMemos] = await Promise.all([
      paid.some(needsMethodName)
        ? methodNames.get(ref.realmId, payments.listMethodNames)
        : new Map<string, string>(),
      payments.listCreditMemoNumbers(memoIds),
    ])
    return paid
      .map((payment) => historyEntryOf(payment, invoice.id, { methods, creditMemos }))
      .sort((a, b) => b.date.localeCompare(a.date))
  }

  return {
    search: ({ invoiceNumber, date }: Query): Promise<SearchAnswer> =>
      searches
        .get(JSON.stringify([invoiceNumber, date]), () => find({ invoiceNumber, date }))
        .catch(refuseVisitor('invoice_search_failed')),
    listHistory: (sealedId: string): Promise<PaymentHistoryEntry[]> => {
      const ref = ids.open(sealedId)
      return histories
        .get(JSON.stringify([ref]), () => history(ref))
        .catch(refuseVisitor('payment_history_failed'))
    },
  }
}

const toPayable = (
  invoice: Invoice,
  id: string,
  payments: readonly CustomerPayment[],
): PayableInvoice => ({
  id,
  invoiceNumber: invoice.number,
  date: invoice.date,
  dueDate: invoice.dueDate,
  amount: decimalFromCents(invoice.totalCents),
  balance: decimalFromCents(invoice.balanceCents),
  currency: invoice.currency,
  payments: payments
    .map((payment) => ({ ...payment, amountCents: appliedCents(payment, invoice.id) }))
    .filter(({ amountCents }) => amountCents > 0)
    .map(({ id, date, amountCents }) => ({ id, date, amount: decimalFromCents(amountCents) })),
})
