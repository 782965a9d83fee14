// A customer's invoices, and the payments on one of them.

import { KEYRING } from '@invoice-desk/testing/app/settings'
import { createInvoiceIds } from '../../../../server/src/invoice-id.ts'
import { countCall, undoCount } from './common.ts'
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
  '/api/qbo/search-invoice': async ({ pool, body, request }) => {
    const { remoteAddress } = request.socket
    await countCall(pool, `search:${remoteAddress}`)
    const { invoiceNumber, date } = (await body()) as { invoiceNumber: string; date: string }
    const counted = [`misses:${remoteAddress}`, `number:${invoiceNumber}`]
    for (const key of counted) await countCall(pool, key)
    const where = `WHERE DocNumber = '${invoiceNumber}' AND TxnDate = '${date}' ORDERBY Id`
    const [matched] = await ask<InvoiceRecord>(pool, 'Invoice', where)
    if (!matched) throw new Error('there is no such invoice')
    const ofCustomer = `WHERE CustomerRef = '${matched.CustomerRef.value}'`
    const order = 'ORDERBY TxnDate DESC'
    const open = await ask<InvoiceRecord>(
      pool,
      'Invoice',
      `${ofCustomer} AND Balance > '0' ${order}`,
    )
    const paid = await ask<InvoiceRecord>(
      pool,
      'Invoice',
      `${ofCustomer} AND Balance = '0' ${order}`,
    )
    const related = [...open, ...paid].filter(({ Id }) => Id !== matched.Id)
    const payments = await askByIds<PaymentRecord>(pool, 'Payment', related.flatMap(paymentIds))
    const { realm_id } = await readConnection(pool)
    const present = (invoice: InvoiceRecord) => payable(invoice, realm_id, payments)
    for (const key of counted) await undoCount(pool, key)
    return {
      matchedInvoice: present(matched),
      relatedInvoices: related.map(present),
      customer: { name: matched.CustomerRef.name },
    }
  },

  '/api/qbo/payment-history': async ({ pool, body, request }) => {
    await countCall(pool, `history:${request.socket.remoteAddress}`)
    const { invoiceId } = (await body()) as { invoiceId: string }
    const ref = ids.open(invoiceId)
    await readConnection(pool)
    const [invoice] = await askByIds<InvoiceRecord>(pool, 'Invoice', [ref?.invoiceId ?? ''])
    if (!invoice) throw new Error('there is no such invoice')
    const payments = await askByIds<PaymentRecord>(pool, 'Payment', paymentIds(invoice))
    const methods = payments.every(isCard)
      ? []
      : await ask<{ Id: string; Name: string }>(pool, 'PaymentMethod', 'ORDERBY Id')
    const memoIds = payments.flatMap((payment) => linked(payment, 'CreditMemo').map(({ id }) => id))
    const memos = await askByIds<{ Id: string; DocNumber: string }>(pool, 'CreditMemo', memoIds)
    const entries = payments.map((payment) => entryOf(payment, invoice.Id, methods, memos))
    return { payments: entries.sort((a, b) => b.date.localeCompare(a.date)) }
  },
}

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

const entryOf = (
  payment: PaymentRecord,
  invoiceId: string,
  methods: readonly { Id: string; Name: string }[],
  memos: readonly { Id: string; DocNumber: string }[],
) => {
  const credits = linked(payment, 'CreditMemo')
  const name = methods.find(({ Id }) => Id === payment.PaymentMethodRef?.value)?.Name
  return {
    id: payment.Id,
    date: payment.TxnDate,
    amount: applied(payment, invoiceId),
    method:
      payment.TotalAmt === 0 ? 'credit_memo' : isCard(payment) ? 'stripe' : (name ?? 'Payment'),
    memo: payment.PrivateNote,
    creditMemos: credits.map(({ id, amount }) => ({
      id,
      number: memos.find((memo) => memo.Id === id)?.DocNumber ?? '',
      amount,
    })),
    isMultiInvoicePayment: linked(payment, 'Invoice').length > 1,
    totalAmount: payment.TotalAmt,
    currency: 'USD',
  }
}
