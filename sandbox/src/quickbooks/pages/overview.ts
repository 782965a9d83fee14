// The company at a glance.
import { badge, type Html, html } from '../../web/pages.ts'
import { USD } from '../bookkeeping/currency.ts'
import type { QuickBooks } from '../quickbooks.ts'
import type { Books } from '../records/books.ts'
import { amountText, cents, fromCents } from '../records/money.ts'
import type { ListPath } from './lists.ts'

/** In the company's own currency, whatever each is in. */
const sumOf = <T extends { readonly ExchangeRate?: number }>(
  records: readonly T[],
  amountOf: (record: T) => number,
): string => {
  const homeCents = records.map((one) => cents(amountOf(one) * (one.ExchangeRate ?? 1)))
  const sum = fromCents(homeCents.reduce((total, each) => total + each, 0))
  return amountText(sum, { CurrencyRef: USD })
}

export const overviewBody = ({ companies, oauth }: QuickBooks, books: Books): Html => {
  const { realmId } = books.company
  const bills = books.list('Bill')
  const invoices = books.list('Invoice')
  const cards: readonly (readonly [ListPath, string, string])[] = [
    ['vendors', 'Vendors', `${books.list('Vendor').filter((one) => one.Active).length} active`],
    ['bills', 'Bills', `${sumOf(bills, ({ Balance }) => Balance)} open on ${bills.length} bills`],
    ['customers', 'Customers', `${books.list('Customer').length} customers`],
    [
      'invoices',
      'Invoices',
      `${sumOf(invoices, ({ Balance }) => Balance)} open on ${invoices.length} invoices`,
    ],
    [
      'payments',
      'Payments',
      `${sumOf(books.list('Payment'), ({ TotalAmt }) => TotalAmt)} received, ${sumOf(books.list('BillPayment'), ({ TotalAmt }) => TotalAmt)} paid out`,
    ],
    ['accounts', 'Accounts', `${books.list('Account').filter((one) => one.Active).length} active`],
  ]
  const others = companies.filter(({ company }) => company.realmId !== realmId)
  return html`<p>${
    oauth.isConnected(realmId)
      ? badge('connected to the app', 'good')
      : badge('not connected to the app', 'warning')
  } <span class="muted">Company id ${realmId}</span></p>
<ul class="cards">${cards.map(
    ([path, title, summary]) =>
      html`<li class="card"><h2><a href="/quickbooks/companies/${realmId}/${path}">${title}</a></h2><p>${summary}</p></li>`,
  )}</ul>
<h2>Another company</h2>
<p>The app can be connected to any of the companies here, one at a time.</p>
<ul class="links">${others.map(
    ({ company }) =>
      html`<li><a href="/quickbooks/companies/${company.realmId}">${company.name}</a></li>`,
  )}</ul>`
}
