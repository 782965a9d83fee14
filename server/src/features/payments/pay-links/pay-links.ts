// Gives staff links to the payment page, for open invoices and their customers.
import { canLookUp } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import type { QueryOf, ResponseOf } from '@invoice-desk/contract/http/endpoint'
import type {
  findPayLinks,
  OpenCustomer,
  OpenInvoice,
} from '@invoice-desk/contract/payments/pay-links'
import { payPath } from '@invoice-desk/contract/payments/pay-path'
import { PAY_LINKS_MAX } from '@invoice-desk/contract/values/limits'
import { decimalFromCents } from '@invoice-desk/contract/values/money'
import { recordEvent } from '../../../db/audit.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { AppError } from '../../../lib/app-error.ts'
import { createLinkKeys } from '../../../secrets/customer-pass.ts'
import {
  findCompany,
  findCustomerName,
  findOpenCustomers,
  findOpenInvoices,
  type Lookup,
  type OpenCustomerRow,
  type OpenInvoiceRow,
  revokeLinks,
  type Which,
} from './queries.ts'

const CUSTOMERS_MAX = 10

type Query = QueryOf<typeof findPayLinks>

export const createPayLinks = ({
  config,
  database: { db },
}: Pick<Dependencies, 'config' | 'database'>) => {
  const keys = createLinkKeys(config)

  const find = async (query: Query): Promise<ResponseOf<typeof findPayLinks>> => {
    const which = whichOf(query)
    const [company, invoices, customers] = await Promise.all([
      findCompany(db),
      findOpenInvoices(db, which, PAY_LINKS_MAX),
      findOpenCustomers(db, which, CUSTOMERS_MAX),
    ])
    if (!company) throw new AppError('qbo_not_connected')
    // Without all invoices we can't tell whether a number is unique.
    if (!company.isFilled) throw new AppError('payments_unread', { text: STILL_READING })
    const { realmId } = company
    const urlOf = (invoice: Lookup, customerId: string) =>
      config.publicUrl + payPath(invoice, keys.create({ realmId, customerId }))
    return {
      invoices: invoices.map((row) => invoiceView(row, urlOf)),
      customers: customers.map((row) => customerView(row, urlOf)),
    }
  }

  /** For a link that got into the wrong hands. */
  const revoke = async (customerId: string, actor: string): Promise<void> => {
    const company = await findCompany(db)
    if (!company) throw new AppError('qbo_not_connected')
    const customer = { realmId: company.realmId, customerId }
    const name = await findCustomerName(db, customer)
    if (name === undefined) throw new AppError('not_found')
    await db.transaction(async (tx) => {
      await revokeLinks(tx, customer)
      const subject = { kind: 'customer', id: customerId } as const
      await recordEvent(tx, { actor, action: 'pay_links_revoked', subject, details: { name } })
    })
  }

  return { find, revoke }
}

const STILL_READING =
  "We're still reading your invoices from QuickBooks. Try again in a few minutes."

const whichOf = ({ search, invoice, customer }: Query): Which => {
  if (invoice) return { by: 'invoice', id: invoice }
  if (customer) return { by: 'customer', id: customer }
  return search ? { by: 'text', text: search } : { by: 'due date' }
}

type UrlOf = (invoice: Lookup, customerId: string) => string

const linkOf = (lookup: Lookup, customerId: string, urlOf: UrlOf) => {
  if (!canLookUp(lookup.number, lookup.date)) return { reason: 'no_number' } as const
  if (!lookup.isUnique) return { reason: 'not_unique' } as const
  return { url: urlOf(lookup, customerId) }
}

const invoiceView = (row: OpenInvoiceRow, urlOf: UrlOf): OpenInvoice => {
  const { isUnique, balanceCents, ...invoice } = row
  return {
    ...invoice,
    balance: decimalFromCents(balanceCents),
    ...linkOf(row, row.customerId, urlOf),
  }
}

const customerView = (row: OpenCustomerRow, urlOf: UrlOf): OpenCustomer => {
  const { lookup, balances, ...customer } = row
  return {
    ...customer,
    balances: balances.map(({ currency, cents }) => ({
      currency,
      amount: decimalFromCents(cents),
    })),
    ...linkOf(lookup, row.id, urlOf),
  }
}
