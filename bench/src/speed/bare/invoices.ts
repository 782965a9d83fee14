// A customer's invoices, and the payments on one of them.

import { KEYRING } from '@invoice-desk/testing/app/settings'
import { createInvoiceIds } from '../../../../server/src/invoice-id.ts'
import type { BareHandlers } from './main.ts'
import {
  ask,
  askByIds,
  type InvoiceRecord,
  type PaymentRecord,
  readConnection,
} from './quickbooks.ts'

export const ids = createInvoiceIds(KEYRING)

export const invoiceHandlers: BareHandlers = {
  '/api/qbo/search-invoice': async ({ pool, body }) => {
    const { invoiceNumber, date } = (await body()) as { invoiceNumber: string; date: string }
    const connection = await readConnection(pool)
    const listInvoices = (where: string) => ask<InvoiceRecord>(connection, 'Invoice', where)
    const [matched] = await listInvoices(
      `WHERE DocNumber = '${invoiceNumber}' AND TxnDate = '${date}' ORDERBY Id`,
    )
    if (!matched) throw new Error('there is no such invoice')
    const ofCustomer = `WHERE CustomerRef = '${matched.CustomerRef.value}'`
    const [open, paid] = await Promise.all([
      listInvoices(`${ofCustomer} AND Balance > '0' ORDERBY TxnDate DESC`),
      listInvoices(`${ofCustomer} AND Balance = '0' ORDERBY TxnDate DESC`),
    ])
    const related = [...open, ...paid].filter(({ Id }) => Id !== matched.Id)
    const linkedIds = related.flatMap(paymentIds)
    const payments = await askByIds<PaymentRecord>(connection, 'Payment', linkedIds)
    const present = (invoice: InvoiceRecord) => payable(invoice, connection.realm_id, payments)
    return {
      matchedInvoice: present(matched),
      relatedInvoices: related.map(present),
      customer: { name: matched.CustomerRef.name },
    }
  },

  '/api/qbo/payment-history': async ({ pool, body }) => {
    const { invoiceId } = (await body()) as { invoiceId: string }
    const ref = ids.open(invoiceId)
    const connection = await readConnection(pool)
    const [invoice] = await askByIds<InvoiceRecord>(connection, 'Invoice', [ref?.invoiceId ?? ''])
    if (!invoice) throw new Error('there is no such invoice')
    const payments = await askByIds<PaymentRecord>(connection, 'Payment', paymentIds(invoice))
    const memoIds = payments.flatMap((payment) => linked(payment, 'CreditMemo').map(({ id }) => id))
    const memos = await askByIds<MemoRecord>(connection, 'CreditMemo', memoIds)
    const entries = payments.map((payment) => entryOf(payment, invoice.Id, memos))
    return { payments: entries.sort((a, b) => b.date.localeCompare(a.date)) }
  },
}

type MemoRecord = { Id: string; DocNumber: string }

const paymentIds = ({ LinkedTxn }: InvoiceRecord): string[] =>
  LinkedTxn.filter(({ TxnType }) => TxnType === 'Payment').map(({ TxnId }) => TxnId)

const linked = ({ Line }: PaymentRecord, type: string) =>
  Line.flatMap(({ Amount, LinkedTxn }) =>
    LinkedTxn.filter(({ TxnType }) => TxnType === type).map(({ TxnId }) => ({
      id: TxnId,
      amount: Amount,
    })),
  )

const applied = (payment: PaymentRecord, invoiceId: string): number =>
  linked(payment, 'Invoice').find(({ id }) => id === invoiceId)?.amount ?? 0

const payable = (invoice: InvoiceRecord, realmId: string, payments: readonly PaymentRecord[]) => ({
  id: ids.seal({ realmId, customerId: invoice.CustomerRef.value, invoiceId: invoice.Id }),
  invoiceNumber: invoice.DocNumber,
  date: invoice.TxnDate,
  dueDate: invoice.DueDate,
  amount: invoice.TotalAmt,
  balance: invoice.Balance,
  currency: 'USD',
  payments: payments
    .filter((payment) => applied(payment, invoice.Id) > 0)
    .map((payment) => ({
      id: payment.Id,
      date: payment.TxnDate,
      amount: applied(payment, invoice.Id),
    })),
})

const isCard = ({ PrivateNote }: PaymentRecord): boolean => PrivateNote.includes('(ID: pi_')

/** The services give only these two, so the list of payment methods isn't needed. */
const methodOf = (payment: PaymentRecord): string => (isCard(payment) ? 'stripe' : 'credit_memo')

const entryOf = (payment: PaymentRecord, invoiceId: string, memos: readonly MemoRecord[]) => ({
  id: payment.Id,
  date: payment.TxnDate,
  amount: applied(payment, invoiceId),
  method: methodOf(payment),
  memo: payment.PrivateNote,
  creditMemos: linked(payment, 'CreditMemo').map(({ id, amount }) => ({
    id,
    number: memos.find((memo) => memo.Id === id)?.DocNumber ?? '',
    amount,
  })),
  isMultiInvoicePayment: linked(payment, 'Invoice').length > 1,
  totalAmount: payment.TotalAmt,
  currency: 'USD',
})
