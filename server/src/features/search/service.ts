// Finds invoices, vendors, payments, customers and what they owe at once, as far as the caller's tools go.

import type { Tool } from '@invoice-desk/contract/identity/tools'
import type { Found } from '@invoice-desk/contract/search/search'
import { SEARCH_HITS_MAX } from '@invoice-desk/contract/values/limits'
import { decimalFromCents } from '@invoice-desk/contract/values/money'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { findOpenInvoices } from '../payments/pay-links/queries.ts'
import { isSettledByHand } from '../payments/queries.ts'
import { findCustomers, findInvoices, findPayments, findVendors } from './queries.ts'

export const createSearch =
  ({ database: { db } }: Pick<Dependencies, 'database'>) =>
  async ({ tools }: StaffCaller, text: string): Promise<Found> => {
    const withTool = <T>(tool: Tool, find: () => PromiseLike<T>) =>
      tools.includes(tool) ? find() : undefined
    const [invoices, vendors, payments, customers, openInvoices] = await Promise.all([
      withTool('approve_invoice', () => findInvoices(db, text)),
      withTool('create_vendor', () => findVendors(db, text)),
      withTool('pay_invoice', () => findPayments(db, text)),
      withTool('pay_invoice', () => findCustomers(db, text)),
      withTool('pay_invoice', () => findOpenInvoices(db, { by: 'text', text }, SEARCH_HITS_MAX)),
    ])
    return {
      invoices: invoices?.map(({ amountCents, ...invoice }) => ({
        ...invoice,
        amount: decimalFromCents(amountCents),
      })),
      vendors,
      payments: payments?.map((attempt) => ({
        id: attempt.id,
        customer: attempt.customerName,
        companyName: attempt.companyName,
        amount: decimalFromCents(attempt.totalCents),
        state: attempt.state,
        settledByHand: isSettledByHand(attempt),
        invoiceNumbers: attempt.invoiceNumbers,
        createdAt: attempt.createdAt.toISOString(),
      })),
      customers,
      openInvoices: openInvoices?.map((invoice) => ({
        id: invoice.id,
        number: invoice.number,
        customer: invoice.customer,
        dueDate: invoice.dueDate,
        balance: decimalFromCents(invoice.balanceCents),
        currency: invoice.currency,
      })),
    }
  }
