// The company's lists.
import { badge, dataTable, type Html, html } from '../../web/pages.ts'
import type { Books } from '../records/books.ts'
import type { Bill, Invoice, Payment } from '../records/entities.ts'
import { amountText } from '../records/money.ts'

export const LISTS = [
  { path: 'vendors', title: 'Vendors' },
  { path: 'bills', title: 'Bills' },
  { path: 'customers', title: 'Customers' },
  { path: 'invoices', title: 'Invoices' },
  { path: 'payments', title: 'Payments' },
  { path: 'accounts', title: 'Accounts' },
] as const
export type ListPath = (typeof LISTS)[number]['path']

const ROWS_MAX = 200
export const day = (date: string): Html => html`<span class="nowrap">${date}</span>`
const money = (title: string) => ({ title, numeric: true }) as const

export const listBody = (books: Books, path: ListPath): Html => {
  const table = TABLES[path](books)
  return html`${table.content}${
    table.count > ROWS_MAX &&
    html`<p class="after muted">The newest ${ROWS_MAX} of ${table.count} are shown.</p>`
  }`
}

type Table = { readonly content: Html; readonly count: number }

/** The newest come first, as many as a page bears. */
const newest = <T>(rows: readonly T[]): T[] => rows.slice(-ROWS_MAX).reverse()

const TABLES: { readonly [P in ListPath]: (books: Books) => Table } = {
  vendors: (books) => {
    const rows = books.list('Vendor')
    const columns = ['Vendor', 'E-mail', 'Tax id', 'Status', money('Open')]
    return {
      count: rows.length,
      content: dataTable(
        'Vendors',
        columns,
        newest(rows).map((one) => [
          one.DisplayName,
          one.PrimaryEmailAddr?.Address ?? '–',
          one.TaxIdentifier ?? '–',
          one.Active ? badge('active', 'good') : badge('inactive'),
          amountText(one.Balance, one),
        ]),
      ),
    }
  },
  bills: (books) => {
    const rows = books.list('Bill')
    const columns = ['Number', 'Vendor', 'Date', 'Due', 'Status', money('Total'), money('Open')]
    return {
      count: rows.length,
      content: dataTable(
        'Bills',
        columns,
        newest(rows).map((one) => billRow(books, one)),
      ),
    }
  },
  customers: (books) => {
    const rows = books.list('Customer')
    return {
      count: rows.length,
      content: dataTable(
        'Customers',
        ['Customer', 'E-mail', money('Balance')],
        newest(rows).map((one) => [
          one.DisplayName,
          one.PrimaryEmailAddr?.Address ?? '–',
          amountText(one.Balance, one),
        ]),
      ),
    }
  },
  invoices: (books) => {
    const rows = books.list('Invoice')
    const columns = ['Number', 'Customer', 'Date', 'Due', 'Status', money('Total'), money('Open')]
    return {
      count: rows.length,
      content: dataTable(
        'Invoices',
        columns,
        newest(rows).map((one) => invoiceRow(books, one)),
      ),
    }
  },
  payments: (books) => {
    const rows = books.list('Payment')
    const columns = [
      'Customer',
      'Date',
      'Method',
      'Note',
      'For',
      money('Amount'),
      money('Unapplied'),
    ]
    return {
      count: rows.length,
      content: dataTable(
        'Payments',
        columns,
        newest(rows).map((one) => paymentRow(books, one)),
      ),
    }
  },
  accounts: (books) => {
    const rows = books.list('Account')
    return {
      count: rows.length,
      content: dataTable(
        'Accounts',
        ['Account', 'Type', 'Status'],
        rows.map((one) => [
          one.FullyQualifiedName,
          one.AccountType,
          one.Active ? badge('active', 'good') : badge('inactive'),
        ]),
      ),
    }
  },
}

export const statusOf = ({ Balance, TotalAmt }: { Balance: number; TotalAmt: number }): Html => {
  if (TotalAmt === 0) return badge('voided', 'warning')
  if (Balance === 0) return badge('paid', 'good')
  return Balance === TotalAmt ? badge('open', 'warning') : badge('part paid', 'warning')
}

const billRow = ({ company }: Books, bill: Bill) => [
  html`<a href="/quickbooks/companies/${company.realmId}/bills/${bill.Id}">${bill.DocNumber ?? `Bill ${bill.Id}`}</a>`,
  bill.VendorRef.name,
  day(bill.TxnDate),
  day(bill.DueDate),
  statusOf(bill),
  amountText(bill.TotalAmt, bill),
  amountText(bill.Balance, bill),
]

const invoiceRow = ({ company }: Books, invoice: Invoice) => [
  html`<a href="/quickbooks/companies/${company.realmId}/invoices/${invoice.Id}">${invoice.DocNumber}</a>`,
  invoice.CustomerRef.name,
  day(invoice.TxnDate),
  day(invoice.DueDate),
  statusOf(invoice),
  amountText(invoice.TotalAmt, invoice),
  amountText(invoice.Balance, invoice),
]

const paymentRow = (books: Books, payment: Payment) => [
  payment.CustomerRef.name,
  day(payment.TxnDate),
  books.find('PaymentMethod', payment.PaymentMethodRef?.value ?? '')?.Name ?? '–',
  payment.PrivateNote ?? '–',
  payment.Line.flatMap((line) => line.LinkedTxn ?? [])
    .map(({ TxnId, TxnType }) =>
      TxnType === 'Invoice' || TxnType === 'CreditMemo'
        ? (books.find(TxnType, TxnId)?.DocNumber ?? TxnId)
        : TxnId,
    )
    .join(', '),
  amountText(payment.TotalAmt, payment),
  amountText(payment.UnappliedAmt, payment),
]
