// Lets a customer find an invoice by number and date, and see what was paid. Every miss looks the same.
import type {
  PayableInvoice,
  PaymentHistoryEntry,
} from '@invoice-desk/contract/accounting-invoices'
import { decimalFromCents } from '@invoice-desk/contract/money'
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import { createInvoiceIds } from '../../invoice-id.ts'
import type { Invoice } from '../../providers/quickbooks/invoices.ts'
import type { CustomerPayment } from '../../providers/quickbooks/payments.ts'
import { refuseVisitor } from '../../providers/quickbooks/refusals.ts'
import { findConnectionRow } from './connection-queries.ts'
import { appliedCents, historyEntryOf } from './payment-history.ts'

const OPEN_MAX = 150
const PAID_MAX = 50

export const createInvoiceSearch = ({ config, database, quickbooks }: Dependencies) => {
  const ids = createInvoiceIds(config.secretKey)
  const realmId = async () => (await findConnectionRow(database.db))?.realmId ?? ''

  const find = async ({ invoiceNumber, date }: { invoiceNumber: string; date: string }) => {
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
    const payments = await listPayments([matched, ...related])
    const realm = await realmId()
    const seal = (invoice: Invoice) =>
      ids.seal({ realmId: realm, customerId: invoice.customerId, invoiceId: invoice.id })
    const present = (invoice: Invoice) => toPayable(invoice, seal(invoice), payments)
    return {
      matchedInvoice: present(matched),
      relatedInvoices: related.map(present),
      customer: { name: matched.customerName },
    }
  }

  const listPayments = (invoices: readonly Invoice[]): Promise<CustomerPayment[]> =>
    quickbooks.payments.listByIds(invoices.flatMap(({ paymentIds }) => paymentIds))

  const history = async (sealedId: string): Promise<PaymentHistoryEntry[]> => {
    const ref = ids.open(sealedId)
    if (!ref || ref.realmId !== (await realmId())) throw new AppError('invoice_not_found')
    const [invoice] = await quickbooks.invoices.listByIds([ref.invoiceId])
    if (invoice?.customerId !== ref.customerId) throw new AppError('invoice_not_found')
    const payments = await listPayments([invoice])
    const names = {
      methods: payments.some(({ methodId }) => methodId !== undefined)
        ? await quickbooks.payments.listMethodNames()
        : new Map<string, string>(),
      creditMemos: await quickbooks.payments.listCreditMemoNumbers(
        payments.flatMap(({ creditMemos }) => creditMemos.map(({ id }) => id)),
      ),
    }
    return payments
      .map((payment) => historyEntryOf(payment, invoice.id, names))
      .sort((a, b) => b.date.localeCompare(a.date))
  }

  return {
    search: (wanted: { invoiceNumber: string; date: string }) =>
      find(wanted).catch(refuseVisitor('invoice_search_failed')),
    listHistory: (sealedId: string) =>
      history(sealedId).catch(refuseVisitor('payment_history_failed')),
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
  payments: payments
    .filter((payment) => appliedCents(payment, invoice.id) > 0)
    .map((payment) => ({
      id: payment.id,
      date: payment.date,
      amount: decimalFromCents(appliedCents(payment, invoice.id)),
    })),
})
