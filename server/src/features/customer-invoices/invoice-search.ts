// Lets a customer find an invoice by number and date and see its payments. Every failed search gets the same answer.
import type {
  listPaymentHistory,
  PayableInvoice,
  searchInvoice,
} from '@invoice-desk/contract/customer-invoices/customer-invoices'
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { decimalFromCents } from '@invoice-desk/contract/values/money'
import type { Dependencies } from '../../dependencies.ts'
import { refuseVisitor } from '../../http/quickbooks-refusals.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Customer } from '../../secrets/customer-pass.ts'
import { createInvoiceIds } from '../../secrets/invoice-id.ts'
import { readCopyOr } from '../accounting/copy/reads.ts'
import type { OpenInvoices } from './customer-access.ts'
import { createLiveInvoices } from './live-invoices.ts'
import { asOf, createNamedReads } from './named-reads.ts'
import { appliedCents, historyEntryOf, isCredit } from './payment-history.ts'
import {
  type Credit,
  type FoundInvoices,
  type InvoiceHistory,
  type ListedInvoice,
  type Payment,
  readHistory,
  searchCopy,
} from './queries.ts'

type Query = { readonly invoiceNumber: string; readonly date: string }
/** Which invoices show more. Refuses or asks for a human check if the visitor found too many customers. */
type Admit = (customer: Customer) => Promise<OpenInvoices>
type SearchAnswer = ResponseOf<typeof searchInvoice>
type HistoryAnswer = ResponseOf<typeof listPaymentHistory>

export const createInvoiceSearch = (dependencies: Dependencies) => {
  const { config, database } = dependencies
  const { db } = database
  const live = createLiveInvoices(dependencies)
  const ids = createInvoiceIds(config.keyring)
  const readNamed = createNamedReads(dependencies)

  const search = async ({ invoiceNumber, date }: Query, admit: Admit): Promise<SearchAnswer> => {
    const copy = await searchCopy(db, invoiceNumber, date)
    // The copy may not have a new invoice yet.
    const known = copy && { ...copy, value: copy.value.matched.length > 0 ? copy.value : undefined }
    const { value, ...time } = await readCopyOr<FoundInvoices>(known, () =>
      live.search(invoiceNumber, date),
    )
    const invoice = choose(value)
    const open = await admit({ realmId: value.realmId, customerId: invoice.customerId })
    return { ...present(value, invoice, open), ...asOf(time) }
  }

  const choose = ({ matched }: FoundInvoices): ListedInvoice => {
    // If two customers have an invoice with this number and date, we'd show one customer's invoice to the other.
    const customers = new Set(matched.map(({ customerId }) => customerId))
    const invoice = matched.find(({ balanceCents }) => balanceCents > 0) ?? matched[0]
    if (!invoice || customers.size > 1) throw new AppError('invoice_not_found')
    return invoice
  }

  const present = (
    found: FoundInvoices,
    invoice: ListedInvoice,
    open: OpenInvoices,
  ): SearchAnswer => {
    const { related, payments, unapplied } = found
    const toPayable = (each: ListedInvoice) => {
      const { customerId, id: invoiceId, number, balanceCents } = each
      const id = ids.seal({ realmId: found.realmId, customerId, invoiceId, number, balanceCents })
      const isPrivate = open !== 'all' && !open.includes(invoiceId)
      return { ...payableOf(each, id, payments), ...(isPrivate && { isPrivate }) }
    }
    return {
      matchedInvoice: toPayable(invoice),
      relatedInvoices: related.filter(({ id }) => id !== invoice.id).map(toPayable),
      customer: { name: found.customerName ?? invoice.customerName },
      ...(unapplied.length > 0 && { unappliedCredits: unapplied.map(creditOf) }),
    }
  }

  const history = async (sealedId: string): Promise<HistoryAnswer> => {
    const { value, ...time } = await readNamed<InvoiceHistory>(
      sealedId,
      (ref) => readHistory(db, ref),
      live.readHistory,
    )
    const { invoice, payments } = value
    const names = {
      methods: new Map(value.methods.map(({ id, name }) => [id, name])),
      creditMemos: new Map(value.creditMemos.map(({ id, number }) => [id, number])),
    }
    const entries = payments.map((payment) => historyEntryOf(payment, invoice.id, names))
    return {
      payments: entries.sort((a, b) => b.date.localeCompare(a.date)),
      ...asOf(time),
    }
  }

  return {
    search: (query: Query, admit: Admit): Promise<SearchAnswer> =>
      search(query, admit).catch(refuseVisitor('invoice_search_failed')),
    listHistory: (sealedId: string): Promise<HistoryAnswer> =>
      history(sealedId).catch(refuseVisitor('payment_history_failed')),
  }
}

const creditOf = ({ currency, cents }: Credit) => ({ balance: decimalFromCents(cents), currency })

const payableOf = (
  invoice: ListedInvoice,
  id: string,
  payments: readonly Payment[],
): PayableInvoice => ({
  id,
  invoiceNumber: invoice.number,
  date: invoice.date,
  dueDate: invoice.dueDate,
  amount: decimalFromCents(invoice.totalCents),
  balance: decimalFromCents(invoice.balanceCents),
  currency: invoice.currency,
  payments: payments.flatMap((payment) => {
    const cents = appliedCents(payment, invoice.id)
    if (cents <= 0) return []
    const { id, date } = payment
    const credit = isCredit(payment) && { isCredit: true }
    return { id, date, amount: decimalFromCents(cents), ...credit }
  }),
})
