// Reads customer invoices.
import { z } from 'zod'
import type { Client } from './client.ts'
import { FAULT, isFault } from './faults.ts'
import { addressLines, content, taxCents } from './invoice-lines.ts'
import { is, parseAnswer, selectAll, selectByIds } from './query.ts'
import type { Download } from './receive.ts'
import {
  cents,
  currency,
  linkedIds,
  linkedTxns,
  recordOf,
  refId,
  refName,
  textOrEmpty,
  versioned,
} from './wire.ts'

const memo = z.object({ value: z.string() }).transform(({ value }) => value)

export const invoiceRecord = recordOf({
  ...versioned,
  number: ['DocNumber', textOrEmpty],
  customerId: ['CustomerRef', refId],
  customerName: ['CustomerRef', refName],
  date: ['TxnDate', textOrEmpty],
  dueDate: ['DueDate', textOrEmpty],
  currency: ['CurrencyRef', currency],
  totalCents: ['TotalAmt', cents],
  balanceCents: ['Balance', cents],
  /** Payments applied to it. */
  paymentIds: ['LinkedTxn', linkedTxns.transform((links) => linkedIds(links, 'Payment'))],
  /** What is on it. Null if we can't read that: it can still be paid. */
  content: ['Line', content.or(z.null()).catch(null)],
  taxCents: ['TxnTaxDetail', taxCents.catch(0)],
  isTaxIncluded: ['GlobalTaxCalculation', z.unknown().transform((how) => how === 'TaxInclusive')],
  /** Paid when the invoice was written. */
  depositCents: ['Deposit', cents.catch(0)],
  /** The business's message to the customer. */
  message: ['CustomerMemo', memo.catch('')],
  billTo: ['BillAddr', addressLines.catch([])],
})
export type Invoice = z.infer<typeof invoiceRecord>
const selection = { entity: 'Invoice', record: invoiceRecord } as const

/** More would use up too much of QuickBooks' rate limit for one payment. */
const READS_MAX = 10
const answer = z.object({ Invoice: invoiceRecord })

const readInvoice = (client: Client, id: string): Promise<Invoice | undefined> =>
  client
    .read(`/invoice/${encodeURIComponent(id)}`)
    .then((body) => parseAnswer(answer, body).Invoice, ignoreMissing)

export const createInvoices = (client: Client) => ({
  /** Matches exactly, although QuickBooks ignores case. */
  findByNumberAndDate: async (number: string, date: string): Promise<Invoice[]> => {
    const where = [is('DocNumber', number), is('TxnDate', date)]
    const found = await selectAll(client, { ...selection, where, max: 100 })
    return found.filter((invoice) => invoice.number === number && invoice.date === date)
  },

  /** The newest open and the newest paid invoices, up to a maximum of each. */
  listOfCustomer: async (
    customerId: string,
    { openMax, paidMax }: { openMax: number; paidMax: number },
  ): Promise<Invoice[]> => {
    const list = (condition: string, max: number) =>
      selectAll(client, {
        ...selection,
        where: [is('CustomerRef', customerId), condition],
        orderBy: 'TxnDate DESC',
        max,
      })
    const found = await Promise.all([
      list("Balance > '0'", openMax),
      list("Balance = '0'", paidMax),
    ])
    // A voided invoice stays in QuickBooks with a total of zero.
    return found.flat().filter(({ totalCents }) => totalCents > 0)
  },

  listByIds: (ids: readonly string[]): Promise<Invoice[]> => selectByIds(client, selection, ids),

  /**
   * The same, but as QuickBooks has stored them. Its queries may show a change only later. They take one call instead of one
   * for each invoice, though, so many invoices are read with a query.
   */
  listCurrent: async (ids: readonly string[]): Promise<Invoice[]> => {
    if (ids.length > READS_MAX) return selectByIds(client, selection, ids)
    const found = await Promise.all(ids.map((id) => readInvoice(client, id)))
    return found.filter((invoice) => invoice !== undefined)
  },

  /** As QuickBooks renders it. Undefined if it's gone. */
  findPdf: (realmId: string, id: string): Promise<Download | undefined> =>
    client.readPdf(`/invoice/${encodeURIComponent(id)}/pdf`, realmId).catch(ignoreMissing),
})

const ignoreMissing = (error: unknown): undefined => {
  if (!isFault(error, FAULT.notFound)) throw error
}
