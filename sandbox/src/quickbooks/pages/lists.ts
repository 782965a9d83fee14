// The company's lists of names, documents, payments and accounts.
import { badge, buttonForm, dataTable, type Html, html } from '../../web/pages.ts'
import type { Books } from '../records/books.ts'
import type { EntityName, EntityOf } from '../records/entities.ts'
import { amountText } from '../records/money.ts'

const ROWS_MAX = 200

type Columns = Parameters<typeof dataTable>[1]
type Row = Parameters<typeof dataTable>[2][number]
type List<K extends EntityName> = {
  readonly title: string
  readonly name: K
  readonly columns: Columns
  readonly row: (record: EntityOf[K], books: Books) => Row
}

const list = <K extends EntityName>({ title, name, columns, row }: List<K>) => ({
  title,
  body: (books: Books): Html => {
    const records = books.list(name)
    const newest = records.slice(-ROWS_MAX).reverse()
    return html`${dataTable(
      title,
      columns,
      newest.map((record) => row(record, books)),
    )}${
      records.length > ROWS_MAX &&
      html`<p class="after muted">Showing the newest ${ROWS_MAX} of ${records.length}.</p>`
    }`
  },
})

const numeric = (title: string) => ({ title, numeric: true }) as const
const documentColumns = (party: string): Columns => [
  'Number',
  party,
  'Date',
  'Due',
  'Status',
  numeric('Total'),
  numeric('Open'),
]
const documentRow = (
  document: EntityOf['Bill' | 'Invoice'],
  path: string,
  party: string | undefined,
): Row => [
  html`<a href="/quickbooks/companies/${path}/${document.Id}">${document.DocNumber ?? document.Id}</a>`,
  party,
  dateText(document.TxnDate),
  dateText(document.DueDate),
  statusOf(document),
  amountText(document.TotalAmt, document),
  amountText(document.Balance, document),
]
const appliedTo = ({ Line }: EntityOf['Payment' | 'BillPayment'], books: Books): string =>
  Line.flatMap((line) => line.LinkedTxn ?? [])
    .map(({ TxnId, TxnType }) =>
      TxnType === 'Invoice' || TxnType === 'CreditMemo' || TxnType === 'Bill'
        ? (books.find(TxnType, TxnId)?.DocNumber ?? TxnId)
        : TxnId,
    )
    .join(', ')

/** A voided record can only be deleted. */
export const unwriteButtons = (
  { company }: Books,
  path: string,
  { Id, PrivateNote }: { readonly Id: string; readonly PrivateNote?: string },
): Html => {
  const action = `/quickbooks/companies/${company.realmId}/${path}/${Id}`
  return html`${!PrivateNote?.startsWith('Voided') && buttonForm(`${action}/void`, 'Void', 'small')}
${buttonForm(`${action}/delete`, 'Delete', 'small')}`
}
const activeBadge = (active: boolean) => (active ? badge('active', 'good') : badge('inactive'))

/** By their path below the company. */
export const LISTS = {
  vendors: list({
    title: 'Vendors',
    name: 'Vendor',
    columns: ['Vendor', 'Email', 'Tax id', 'Status', numeric('Open')],
    row: (one) => [
      one.DisplayName,
      one.PrimaryEmailAddr?.Address,
      one.TaxIdentifier,
      activeBadge(one.Active),
      amountText(one.Balance, one),
    ],
  }),
  bills: list({
    title: 'Bills',
    name: 'Bill',
    columns: documentColumns('Vendor'),
    row: (bill, { company }) => documentRow(bill, `${company.realmId}/bills`, bill.VendorRef.name),
  }),
  customers: list({
    title: 'Customers',
    name: 'Customer',
    columns: ['Customer', 'Email', 'ZIP code', numeric('Balance')],
    row: (one) => [
      one.DisplayName,
      one.PrimaryEmailAddr?.Address,
      one.BillAddr?.PostalCode,
      amountText(one.Balance, one),
    ],
  }),
  invoices: list({
    title: 'Invoices',
    name: 'Invoice',
    columns: documentColumns('Customer'),
    row: (invoice, { company }) =>
      documentRow(invoice, `${company.realmId}/invoices`, invoice.CustomerRef.name),
  }),
  payments: list({
    title: 'Payments',
    name: 'Payment',
    columns: [
      'Customer',
      'Date',
      'Method',
      'Note',
      'For',
      numeric('Amount'),
      numeric('Unapplied'),
      'Actions',
    ],
    row: (payment, books) => [
      payment.CustomerRef.name,
      dateText(payment.TxnDate),
      books.find('PaymentMethod', payment.PaymentMethodRef?.value)?.Name,
      payment.PrivateNote,
      appliedTo(payment, books),
      amountText(payment.TotalAmt, payment),
      amountText(payment.UnappliedAmt, payment),
      unwriteButtons(books, 'payments', payment),
    ],
  }),
  'credit-memos': list({
    title: 'Credit memos',
    name: 'CreditMemo',
    columns: ['Number', 'Customer', 'Date', numeric('Total'), numeric('Open'), 'Actions'],
    row: (memo, books) => [
      memo.DocNumber,
      memo.CustomerRef.name,
      dateText(memo.TxnDate),
      amountText(memo.TotalAmt, memo),
      amountText(memo.Balance, memo),
      memo.LinkedTxn?.length ? undefined : unwriteButtons(books, 'credit-memos', memo),
    ],
  }),
  'bill-payments': list({
    title: 'Bill payments',
    name: 'BillPayment',
    columns: ['Vendor', 'Date', 'Method', 'For', numeric('Amount'), 'Actions'],
    row: (payment, books) => [
      payment.VendorRef.name,
      dateText(payment.TxnDate),
      payment.PayType,
      appliedTo(payment, books),
      amountText(payment.TotalAmt, payment),
      unwriteButtons(books, 'bill-payments', payment),
    ],
  }),
  accounts: list({
    title: 'Accounts',
    name: 'Account',
    columns: ['Account', 'Type', 'Status'],
    row: (one) => [one.FullyQualifiedName, one.AccountType, activeBadge(one.Active)],
  }),
}

export const dateText = (date: string): Html => html`<span class="nowrap">${date}</span>`

export const statusOf = ({ Balance, TotalAmt }: { Balance: number; TotalAmt: number }): Html => {
  if (TotalAmt === 0) return badge('voided', 'warning')
  if (Balance === 0) return badge('paid', 'good')
  return Balance === TotalAmt ? badge('open', 'warning') : badge('partly paid', 'warning')
}
