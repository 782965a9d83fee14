// Gives staff links to the payment page, for open invoices and their customers.
import { canLookUp } from '@invoice-desk/contract/accounting-invoices'
import type { QueryOf, ResponseOf } from '@invoice-desk/contract/endpoint'
import { PAY_LINKS_MAX } from '@invoice-desk/contract/limits'
import { decimalFromCents } from '@invoice-desk/contract/money'
import type { findPayLinks, OpenCustomer, OpenInvoice } from '@invoice-desk/contract/pay-links'
import { payPath } from '@invoice-desk/contract/pay-path'
import { AppError } from '../../../app-error.ts'
import type { Dependencies } from '../../../dependencies.ts'
import {
  findOpenCustomers,
  findOpenInvoices,
  type Lookup,
  type OpenCustomerRow,
  type OpenInvoiceRow,
  readCopyState,
  type Which,
} from './queries.ts'

const CUSTOMERS_MAX = 10

type Query = QueryOf<typeof findPayLinks>

export const createPayLinks =
  ({ config, database: { db } }: Pick<Dependencies, 'config' | 'database'>) =>
  async (query: Query): Promise<ResponseOf<typeof findPayLinks>> => {
    const which = whichOf(query)
    const [state, invoices, customers] = await Promise.all([
      readCopyState(db),
      findOpenInvoices(db, which, PAY_LINKS_MAX),
      findOpenCustomers(db, which, CUSTOMERS_MAX),
    ])
    if (state === 'not connected') throw new AppError('qbo_not_connected')
    // Without all invoices we can't tell whether a number is unique.
    if (state === 'filling') throw new AppError('payments_unread', { text: STILL_READING })
    return {
      invoices: invoices.map((row) => invoiceView(row, config.publicUrl)),
      customers: customers.map((row) => customerView(row, config.publicUrl)),
    }
  }

const STILL_READING =
  "We're still reading your invoices from QuickBooks. Try again in a few minutes."

const whichOf = ({ search, invoice, customer }: Query): Which => {
  if (invoice) return { by: 'invoice', id: invoice }
  if (customer) return { by: 'customer', id: customer }
  return search ? { by: 'text', text: search } : { by: 'due date' }
}

/** The same address that the payment page itself has after a search. */
const linkOf = ({ number, date, isUnique }: Lookup, publicUrl: string) => {
  if (!canLookUp(number, date)) return { reason: 'no_number' } as const
  if (!isUnique) return { reason: 'not_unique' } as const
  return { url: publicUrl + payPath({ number, date }) }
}

const invoiceView = (row: OpenInvoiceRow, publicUrl: string): OpenInvoice => {
  const { isUnique, balanceCents, ...invoice } = row
  return { ...invoice, balance: decimalFromCents(balanceCents), ...linkOf(row, publicUrl) }
}

const customerView = (row: OpenCustomerRow, publicUrl: string): OpenCustomer => {
  const { lookup, balances, ...customer } = row
  return {
    ...customer,
    balances: balances.map(({ currency, cents }) => ({
      currency,
      amount: decimalFromCents(cents),
    })),
    ...linkOf(lookup, publicUrl),
  }
}
