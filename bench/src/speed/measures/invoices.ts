// A customer looks up an invoice, or the payments of one.
import {
  listPaymentHistory,
  searchInvoice,
} from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { KEYRING } from '@invoice-desk/testing/app/settings'
import { createInvoiceIds } from '../../../../server/src/secrets/invoice-id.ts'
import { requestOf } from '../load.ts'
import {
  CUSTOMERS,
  INVOICE_AMOUNT,
  INVOICE_DATE,
  invoiceIdOf,
  invoiceNumberOf,
  REALM,
} from '../services/books.ts'
import { type Measure, sameForBoth } from './measure.ts'

const ids = createInvoiceIds(KEYRING)

/** The id that a search returns. */
export const sealedIdOf = (customer: number, place: number): string => {
  const invoiceId = invoiceIdOf(customer, place)
  return ids.seal({
    realmId: REALM,
    customerId: String(customer),
    invoiceId,
    number: invoiceNumberOf(invoiceId),
    balanceCents: INVOICE_AMOUNT * 100,
  })
}

export const searchRequestFor = (invoiceNumber: string, date: string): Buffer =>
  requestOf({
    method: searchInvoice.method,
    path: searchInvoice.path,
    body: JSON.stringify({ invoiceNumber, date }),
  })

const searchRequest = (customer: number): Buffer =>
  searchRequestFor(invoiceNumberOf(invoiceIdOf(customer, 0)), INVOICE_DATE)

export const lookUpInvoice: Measure = {
  name: 'look up an invoice with 19 others',
  goal: 0.7,
  sample: () => searchRequest(1),
  prepare: async (world) => sameForBoth(world, () => searchRequest(world.nextNumber() % CUSTOMERS)),
}

const PAID_PLACE = 10

const historyRequest = (customer: number): Buffer =>
  requestOf({
    method: listPaymentHistory.method,
    path: listPaymentHistory.path,
    body: JSON.stringify({ invoiceId: sealedIdOf(customer, PAID_PLACE) }),
  })

export const readHistory: Measure = {
  name: 'payment history of an invoice',
  goal: 0.7,
  sample: () => historyRequest(1),
  prepare: async (world) =>
    sameForBoth(world, () => historyRequest(world.nextNumber() % CUSTOMERS)),
}
