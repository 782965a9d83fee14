// Reads customer invoices.
import { z } from 'zod'
import type { Client } from './client.ts'
import { is, selectAll, selectByIds } from './query.ts'
import { cents, currency, day, linkedTxn, ref } from './wire.ts'

const record = z
  .object({
    Id: z.string(),
    DocNumber: z.string().default(''),
    CustomerRef: ref,
    TxnDate: day,
    DueDate: day,
    CurrencyRef: currency,
    TotalAmt: cents,
    Balance: cents,
    LinkedTxn: z.array(linkedTxn).default([]),
  })
  .transform((invoice) => ({
    id: invoice.Id,
    number: invoice.DocNumber,
    customerId: invoice.CustomerRef.value,
    customerName: invoice.CustomerRef.name,
    date: invoice.TxnDate,
    dueDate: invoice.DueDate,
    currency: invoice.CurrencyRef,
    totalCents: invoice.TotalAmt,
    balanceCents: invoice.Balance,
    /** Payments applied to it. */
    paymentIds: invoice.LinkedTxn.filter(({ TxnType }) => TxnType === 'Payment').map(
      ({ TxnId }) => TxnId,
    ),
  }))
export type Invoice = Readonly<z.infer<typeof record>>
const selection = { entity: 'Invoice', record } as const

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
