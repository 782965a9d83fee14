// The company's overview page.
import { badge, cardList, type Html, html } from '../../web/pages.ts'
import { USD } from '../bookkeeping/currency.ts'
import type { QuickBooks } from '../quickbooks.ts'
import type { Books } from '../records/books.ts'
import { amountText, cents, fromCents } from '../records/money.ts'
import { LISTS } from './lists.ts'

/** In the company's currency. */
const sumOf = <T extends { readonly ExchangeRate?: number }>(
  records: readonly T[],
  amountOf: (record: T) => number,
): string => {
  const homeCents = records.map((one) => cents(amountOf(one) * (one.ExchangeRate ?? 1)))
  const sum = fromCents(homeCents.reduce((total, each) => total + each, 0))
  return amountText(sum, { CurrencyRef: USD })
}

const summariesOf = (books: Books): Readonly<Record<keyof typeof LISTS, string>> => {
  const [bills, invoices] = [books.list('Bill'), books.list('Invoice')]
  const received = sumOf(books.list('Payment'), ({ TotalAmt }) => TotalAmt)
  const paid = sumOf(books.list('BillPayment'), ({ TotalAmt }) => TotalAmt)
  return {
    vendors: `${books.list('Vendor').filter((one) => one.Active).length} active`,
    bills: `${sumOf(bills, ({ Balance }) => Balance)} open on ${bills.length} bills`,
    customers: `${books.list('Customer').length} customers`,
    invoices: `${sumOf(invoices, ({ Balance }) => Balance)} open on ${invoices.length} invoices`,
    payments: `${received} received`,
    'credit-memos': `${books.list('CreditMemo').length} credit memos`,
    'bill-payments': `${paid} paid out`,
    accounts: `${books.list('Account').filter((one) => one.Active).length} active`,
  }
}

export const overviewBody = ({ companies, oauth }: QuickBooks, books: Books): Html => {
  const { realmId } = books.company
  const cards = Object.entries(summariesOf(books)).map(([path, summary]) => ({
    title: LISTS[path as keyof typeof LISTS].title,
    path: `/quickbooks/companies/${realmId}/${path}`,
    summary,
  }))
  const others = companies.filter(({ company }) => company.realmId !== realmId)
  return html`<p>${
    oauth.isConnected(realmId)
      ? badge('connected to the app', 'good')
      : badge('not connected to the app', 'warning')
  } <span class="muted">Company id ${realmId}</span></p>
${cardList(cards)}
<h2>Other companies</h2>
<p>The app can connect to any company here, one at a time.</p>
<ul class="links">${others.map(
    ({ company }) =>
      html`<li><a href="/quickbooks/companies/${company.realmId}">${company.name}</a></li>`,
  )}</ul>`
}
