// Lets a customer find an invoice by number and date, and see what was paid. Every miss looks the same.
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
import { createInFlight } from '../posting/in-flight.ts'
import { findRealmId } from '../queries.ts'
import { historyEntryOf, needsMethodName } from './payment-history.ts'
import { createShortCache, type ShortCache } from './short-cache.ts'

const OPEN_MAX = 150
const PAID_MAX = 50
const METHODS_KEPT_MS = 60_000

type Wanted = { readonly invoiceNumber: string; readonly date: string }
type SearchAnswer = ResponseOf<typeof searchInvoice>

export const createInvoiceSearch = (dependencies: Dependencies) => {
  const { config, database } = dependencies
  const quickbooks = dependencies.quickbooks.for('visitors')
  const ids = createInvoiceIds(config.keyring)
  const searches = createInFlight<SearchAnswer>()
  const histories = createInFlight<PaymentHistoryEntry[]>()
  const realmId = async () => (await findRealmId(database.db)) ?? ''

  const find = async ({ invoiceNumber, date }: Wanted): Promise<SearchAnswer> => {
    // Read first: if another company is connected while we ask, its ids are not taken for those of this one.
    const realm = await realmId()
    const found = await quickbooks.invoices.findByNumberAndDate(invoiceNumber, date)
    const worth = found.filter(({ totalCents }) => totalCents > 0)
    // Two customers with the same number and day: showing either would show one to the other.
    const customers = new Set(worth.map(({ customerId }) => customerId))
    const matched = worth.find(({ balanceCents }) => balanceCents > 0) ?? worth[0]
    if (!matched || customers.size > 1) throw new AppError('invoice_not_found')
    const others = await quickbooks.invoices.listOfCustomer(matched.customerId, {
      openMax: OPEN_MAX,
      paidMax: PAID_MAX,
    })
    const related = others.filter(({ id }) => id !== matched.id)
    const payments = byInvoice(await listPayments([matched, ...related]))
    const seal = (invoice: Invoice) =>
      ids.seal({ realmId: realm, customerId: invoice.customerId, invoiceId: invoice.id })
    const present = (invoice: Invoice) =>
      toPayable(invoice, seal(invoice), payments.get(invoice.id))
    return {
      matchedInvoice: present(matched),
      relatedInvoices: related.map(present),
      customer: { name: matched.customerName },
    }
  }

  let known: { realmId: string; names: ShortCache<Map<string, string>> } | undefined
  /** Ways to pay hardly ever change, so a list may be a minute old, unless it is another company's. */
  const methodNames = (realm: string): Promise<Map<string, string>> => {
    if (known?.realmId !== realm) {
      const names = createShortCache(() => quickbooks.payments.listMethodNames(), METHODS_KEPT_MS)
      known = { realmId: realm, names }
    }
    return known.names.get()
  }

  const listPayments = (invoices: readonly Invoice[]): Promise<CustomerPayment[]> =>
    quickbooks.payments.listByIds(invoices.flatMap(({ paymentIds }) => paymentIds))

  const history = async (ref: InvoiceRef | undefined): Promise<PaymentHistoryEntry[]> => {
    if (!ref || ref.realmId !== (await realmId())) throw new AppError('invoice_not_found')
    const [invoice] = await quickbooks.invoices.listByIds([ref.invoiceId])
    if (invoice?.customerId !== ref.customerId) throw new AppError('invoice_not_found')
    const payments = await listPayments([invoice])
    const memoIds = payments.flatMap(({ creditMemos }) => creditMemos.map(({ id }) => id))
    const [methods, creditMemos] = await Promise.all([
      payments.some(needsMethodName) ? methodNames(ref.realmId) : new Map<string, string>(),
      quickbooks.payments.listCreditMemoNumbers(memoIds),
    ])
    return payments
      .map((payment) => historyEntryOf(payment, invoice.id, { methods, creditMemos }))
      .sort((a, b) => b.date.localeCompare(a.date))
  }

  return {
    search: ({ invoiceNumber, date }: Wanted): Promise<SearchAnswer> =>
      searches(JSON.stringify([invoiceNumber, date]), () => find({ invoiceNumber, date })).catch(
        refuseVisitor('invoice_search_failed'),
      ),
    listHistory: (sealedId: string): Promise<PaymentHistoryEntry[]> => {
      // Ids of one invoice differ from search to search; what they stand for doesn't.
      const ref = ids.open(sealedId)
      return histories(JSON.stringify([ref]), () => history(ref)).catch(
        refuseVisitor('payment_history_failed'),
      )
    },
  }
}

const toPayable = (
  invoice: Invoice,
  id: string,
  payments: PayableInvoice['payments'] = [],
): PayableInvoice => ({
  id,
  invoiceNumber: invoice.number,
  date: invoice.date,
  dueDate: invoice.dueDate,
  amount: decimalFromCents(invoice.totalCents),
  balance: decimalFromCents(invoice.balanceCents),
  currency: invoice.currency,
  payments,
})

/** What was paid on each invoice, looked up once instead of once an invoice. */
const byInvoice = (
  payments: readonly CustomerPayment[],
): ReadonlyMap<string, PayableInvoice['payments']> => {
  const found = new Map<string, PayableInvoice['payments']>()
  for (const { id, date, invoices } of payments) {
    for (const { id: invoiceId, amountCents } of invoices) {
      if (amountCents <= 0) continue
      const entries = found.get(invoiceId) ?? []
      entries.push({ id, date, amount: decimalFromCents(amountCents) })
      found.set(invoiceId, entries)
    }
  }
  return found
}
