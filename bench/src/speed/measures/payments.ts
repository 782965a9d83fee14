// A card payment of unpaid invoices, by a new customer each time.
import { randomUUID } from 'node:crypto'
import { createCardPayment } from '@invoice-desk/contract/payments/payments'
import { requestOf } from '../load.ts'
import { INVOICE_AMOUNT, invoiceIdOf, invoiceNumberOf } from '../services/books.ts'
import { sealedIdOf } from './invoices.ts'
import { type Measure, sameForBoth } from './measure.ts'

export const paymentRequest = (customer: number, invoices: number): Buffer => {
  const lines = Array.from({ length: invoices }, (_, place) => ({
    id: sealedIdOf(customer, place),
    number: invoiceNumberOf(invoiceIdOf(customer, place)),
    amount: INVOICE_AMOUNT,
  }))
  return requestOf({
    method: createCardPayment.stripe.method,
    path: createCardPayment.stripe.path,
    headers: { 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      paymentMethodId: 'pm_card_visa',
      invoices: lines,
      amount: INVOICE_AMOUNT * invoices,
      companyName: 'Payer & Co',
      payerName: 'Pat Payer',
      email: 'pat@payer.example',
      invoiceNumbers: lines.map(({ number }) => number).join(','),
    }),
  })
}

export const payInvoice: Measure = {
  name: 'pay an invoice by card',
  goal: 0.6,
  asksOutside: true,
  sample: (world) => paymentRequest(world.nextNumber(), 1),
  prepare: async (world) => sameForBoth(world, () => paymentRequest(world.nextNumber(), 1)),
}
