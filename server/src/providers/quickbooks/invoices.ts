// Reads customer invoices.
import type { z } from 'zod'
import type { Client } from './client.ts'
import { is, selectAll, selectByIds } from './query.ts'
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
})
export type Invoice = z.infer<typeof invoiceRecord>
const selection = { entity: 'Invoice', record: invoiceRecord } as const

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
})
