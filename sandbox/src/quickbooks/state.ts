// Everything the first company holds, in QuickBooks' own field names, for tests and the curious.
import type { QuickBooks } from './quickbooks.ts'

export const stateOf = ({ companies, oauth, settings }: QuickBooks) => {
  const [books] = companies
  if (!books) return {}
  return {
    company: books.company,
    vendors: books.list('Vendor'),
    accounts: books.list('Account'),
    bills: books.list('Bill'),
    billPayments: books.list('BillPayment'),
    customers: books.list('Customer'),
    invoices: books.list('Invoice'),
    payments: books.list('Payment'),
    creditMemos: books.list('CreditMemo'),
    paymentMethods: books.list('PaymentMethod'),
    items: books.list('Item'),
    attachables: books.list('Attachable'),
    oauth: oauth.summary(),
    switches: settings.get(),
  }
}
