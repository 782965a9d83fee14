// A customer's invoices, and the payments on one of them, from our copy of QuickBooks.
import { KEYRING } from '@invoice-desk/testing/app/settings'
import type { RecordKind, RecordOf } from '../../../../server/src/providers/quickbooks/changes.ts'
import { createInvoiceIds } from '../../../../server/src/secrets/invoice-id.ts'
import { statement } from './common.ts'
import type { BareHandlers } from './main.ts'

export const ids = createInvoiceIds(KEYRING)

type Invoice = RecordOf<'invoice'>
type Payment = RecordOf<'payment'>

/** The connected company's records of a kind. */
const from = (kind: RecordKind) =>
  `qbo_connection JOIN qbo_record AS ${kind} ON ${kind}.realm_id = qbo_connection.realm_id AND ${kind}.kind = '${kind}'`

const paymentsOf = (invoices: string) => `
  SELECT payment.data FROM ${from('payment')}
  WHERE payment.id = ANY(ARRAY(SELECT jsonb_array_elements_text(data -> 'paymentIds') FROM ${invoices}))`

const relatedOf = (isOpen: boolean, max: number) => `
  SELECT invoice.data FROM matched, ${from('invoice')}
  WHERE invoice.data ->> 'customerId' = matched.data ->> 'customerId'
    AND ((invoice.data ->> 'balanceCents')::bigint > 0) = ${isOpen}
  ORDER BY invoice.data ->> 'date' DESC, invoice.id LIMIT ${max}`

const findInvoices = statement<{
  realm_id: string
  matched: Invoice
  related: Invoice[]
  payments: Payment[] | null
  customer: string
}>(
  'find_invoices',
  `WITH matched AS (
     SELECT invoice.realm_id, invoice.data FROM ${from('invoice')}
     WHERE invoice.data ->> 'number' = $1 AND invoice.data ->> 'date' = $2
   ), related AS ((${relatedOf(true, 150)}) UNION ALL (${relatedOf(false, 50)}))
   SELECT realm_id, data AS matched, (SELECT json_agg(data) FROM related) AS related,
     (SELECT json_agg(data) FROM (${paymentsOf('related')}) AS payment) AS payments,
     (SELECT customer.data ->> 'name' FROM ${from('customer')}
       WHERE customer.id = matched.data ->> 'customerId') AS customer
   FROM matched`,
)

const readHistory = statement<{
  payments: Payment[] | null
  memos: RecordOf<'creditmemo'>[] | null
}>(
  'history',
  `WITH invoice AS (
     SELECT invoice.data FROM ${from('invoice')} WHERE invoice.id = $1
   ), payment AS MATERIALIZED (${paymentsOf('invoice')})
   SELECT (SELECT json_agg(data) FROM payment) AS payments,
     (SELECT json_agg(creditmemo.data) FROM ${from('creditmemo')} WHERE creditmemo.id IN (
       SELECT memo ->> 'id' FROM payment, jsonb_array_elements(data -> 'creditMemos') AS memo)) AS memos`,
)

export const invoiceHandlers: BareHandlers = {
  '/api/qbo/search-invoice': async ({ pool, body }) => {
    const { invoiceNumber, date } = (await body()) as { invoiceNumber: string; date: string }
    const [found] = await findInvoices(pool, invoiceNumber, date)
    if (!found) throw new Error('there is no such invoice')
    const { realm_id: realmId, matched, related, payments, customer } = found
    const present = (invoice: Invoice) => payableOf(invoice, realmId, payments ?? [])
    return {
      matchedInvoice: present(matched),
      relatedInvoices: related.filter(({ id }) => id !== matched.id).map(present),
      customer: { name: customer },
    }
  },

  '/api/qbo/payment-history': async ({ pool, body }) => {
    const { invoiceId } = (await body()) as { invoiceId: string }
    const { invoiceId: id = '' } = ids.open(invoiceId) ?? {}
    const [{ payments, memos } = {}] = await readHistory(pool, id)
    const numbers = new Map(memos?.map((memo) => [memo.id, memo.number]))
    const entries = (payments ?? []).map((payment) => entryOf(payment, id, numbers))
    return { payments: entries.sort((a, b) => b.date.localeCompare(a.date)) }
  },
}

const appliedCents = ({ invoices }: Payment, invoiceId: string): number =>
  invoices.find(({ id }) => id === invoiceId)?.amountCents ?? 0

const payableOf = (invoice: Invoice, realmId: string, payments: readonly Payment[]) => ({
  id: ids.seal({
    realmId,
    customerId: invoice.customerId,
    invoiceId: invoice.id,
    number: invoice.number,
    balanceCents: invoice.balanceCents,
  }),
  invoiceNumber: invoice.number,
  date: invoice.date,
  dueDate: invoice.dueDate,
  amount: invoice.totalCents / 100,
  balance: invoice.balanceCents / 100,
  currency: invoice.currency,
  isPrivate: true,
  payments: payments
    .filter((payment) => appliedCents(payment, invoice.id) > 0)
    .map((payment) => ({
      id: payment.id,
      date: payment.date,
      amount: appliedCents(payment, invoice.id) / 100,
      ...(payment.creditMemos.length > 0 ? { isCredit: true } : {}),
    })),
})

const entryOf = (payment: Payment, invoiceId: string, numbers: ReadonlyMap<string, string>) => ({
  id: payment.id,
  date: payment.date,
  amount: appliedCents(payment, invoiceId) / 100,
  // The seeded payments have no other methods.
  method: payment.memo.includes('(ID: pi_') ? 'stripe' : 'credit_memo',
  memo: payment.memo,
  creditMemos: payment.creditMemos.map(({ id, amountCents }) => ({
    id,
    number: numbers.get(id) ?? '',
    amount: amountCents / 100,
  })),
  isMultiInvoicePayment: payment.invoices.length > 1,
  totalAmount: payment.totalCents / 100,
  currency: payment.currency,
})
