// The pages of a bill, which people can pay, and of an invoice, which they can change. Both can be voided and deleted.
import { dataTable, type Html, html } from '../../web/pages.ts'
import { businessRule } from '../api/fault.ts'
import { writeEntity } from '../bookkeeping/write.ts'
import type { Books } from '../records/books.ts'
import type { EntityOf, Line, LinkedTxn } from '../records/entities.ts'
import { amountText, cents, fromCents } from '../records/money.ts'
import { dayFromToday } from '../records/time.ts'
import { dateText, statusOf, unwriteButtons } from './lists.ts'

type Page = { readonly title: string; readonly body: Html }
type Form = Readonly<Record<string, string>>

export const billPage = (books: Books, id: string): Page | undefined => {
  const bill = books.find('Bill', id)
  if (!bill) return undefined
  const files = books
    .list('Attachable')
    .filter((file) =>
      file.AttachableRef?.some(
        ({ EntityRef }) => EntityRef?.type === 'Bill' && EntityRef.value === id,
      ),
    )
  return {
    title: `Bill ${bill.DocNumber ?? bill.Id}`,
    body: html`<dl>
<dt>Vendor</dt><dd>${bill.VendorRef.name}</dd>
<dt>Date</dt><dd>${bill.TxnDate}</dd>
<dt>Due</dt><dd>${bill.DueDate}</dd>
<dt>Status</dt><dd>${statusOf(bill)}</dd>
<dt>Total</dt><dd>${amountText(bill.TotalAmt, bill)}</dd>
<dt>Open</dt><dd>${amountText(bill.Balance, bill)}</dd>
<dt>Note</dt><dd>${bill.PrivateNote ?? 'None'}</dd>
<dt>Files</dt><dd>${
      files.length === 0
        ? 'None'
        : files.map(
            (file) =>
              html`<a href="/quickbooks/files/${books.company.realmId}/${file.Id}">${file.FileName}</a> `,
          )
    }</dd>
</dl>
${linesTable(bill, bill.Line, (line) => line.AccountBasedExpenseLineDetail?.AccountRef?.name, 'Account')}
${linksTable(books, id, bill.LinkedTxn ?? [])}
${
  bill.Balance > 0 &&
  html`<h2>Pay</h2>
<p>Records a check from the company's bank account, as a bookkeeper would in QuickBooks.</p>
<form class="fields" method="post">
<label>Amount<input name="amount" type="number" step="0.01" min="0.01" max="${bill.Balance}" value="${bill.Balance.toFixed(2)}" required></label>
<button class="primary">Pay bill</button>
</form>`
}
${
  !bill.LinkedTxn?.length &&
  html`<h2>Void or delete</h2><div class="actions">${unwriteButtons(books, 'bills', bill)}</div>`
}`,
  }
}

export const payBill = (books: Books, id: string, { amount }: Form): void => {
  const bill = books.find('Bill', id)
  const bank = books.list('Account').find((account) => account.AccountType === 'Bank')
  const TotalAmt = amountIn(amount)
  writeEntity(books, 'BillPayment', {
    VendorRef: { value: bill?.VendorRef.value ?? '' },
    PayType: 'Check',
    TotalAmt,
    TxnDate: dayFromToday(0),
    CheckPayment: { BankAccountRef: { value: bank?.Id ?? '' } },
    Line: [{ Amount: TotalAmt, LinkedTxn: [{ TxnId: id, TxnType: 'Bill' }] }],
  })
}

export const invoicePage = (books: Books, id: string): Page | undefined => {
  const invoice = books.find('Invoice', id)
  if (!invoice) return undefined
  return {
    title: `Invoice ${invoice.DocNumber}`,
    body: html`<dl>
<dt>Customer</dt><dd>${invoice.CustomerRef.name}</dd>
<dt>Date</dt><dd>${invoice.TxnDate}</dd>
<dt>Due</dt><dd>${invoice.DueDate}</dd>
<dt>Status</dt><dd>${statusOf(invoice)}</dd>
<dt>Total</dt><dd>${amountText(invoice.TotalAmt, invoice)}</dd>
<dt>Open</dt><dd>${amountText(invoice.Balance, invoice)}</dd>
</dl>
${linesTable(invoice, shownLines(invoice.Line), itemOf, 'Item')}
${linksTable(books, id, invoice.LinkedTxn ?? [])}
<h2>Change</h2>
<p>A new amount replaces all lines with one. It can't be less than what's already paid.</p>
<form class="fields" method="post">
<input type="hidden" name="SyncToken" value="${invoice.SyncToken}">
<label>Amount<input name="amount" type="number" step="0.01" min="0" value="${invoice.TotalAmt.toFixed(2)}" required></label>
<label>Due date<input name="dueDate" type="date" value="${invoice.DueDate}" required></label>
<button class="primary">Save invoice</button>
</form>
<h2>Void or delete</h2><div class="actions">${unwriteButtons(books, 'invoices', invoice)}</div>`,
  }
}

export const changeInvoice = (books: Books, id: string, form: Form): void => {
  const invoice = books.find('Invoice', id)
  const Amount = amountIn(form.amount)
  const [line] = salesLines(invoice?.Line ?? [])
  const { ItemRef } = line?.SalesItemLineDetail ?? {}
  const Line = [
    {
      DetailType: 'SalesItemLineDetail',
      Amount,
      ...(line?.Description && { Description: line.Description }),
      SalesItemLineDetail: { ...(ItemRef && { ItemRef: { value: ItemRef.value } }) },
    },
  ]
  writeEntity(books, 'Invoice', {
    Id: id,
    SyncToken: form.SyncToken ?? '',
    sparse: true,
    DueDate: form.dueDate ?? '',
    ...(Amount !== invoice?.TotalAmt && { Line, TxnTaxDetail: { TotalTax: 0 } }),
  })
}

const amountIn = (text: string | undefined): number => {
  const amount = Number(text)
  if (!text?.trim() || !Number.isFinite(amount)) throw businessRule('Enter an amount.')
  return amount
}

const salesLines = (lines: readonly Line[]): Line[] =>
  lines.filter((line) => line.DetailType === 'SalesItemLineDetail')

/** As QuickBooks prints them, with the parts of a bundle after it. */
const shownLines = (lines: readonly Line[]): Line[] =>
  lines
    .filter(({ DetailType }) => DetailType !== 'SubTotalLineDetail')
    .flatMap((line) => [line, ...(line.GroupLineDetail?.Line ?? [])])

const itemOf = ({ DetailType, ...line }: Line): string | undefined => {
  if (DetailType === 'DiscountLineDetail') return 'Discount'
  const { GroupLineDetail, SalesItemLineDetail } = line
  const ref = GroupLineDetail?.GroupItemRef ?? SalesItemLineDetail?.ItemRef
  return ref?.value === 'SHIPPING_ITEM_ID' ? 'Shipping' : ref?.name
}

const linesTable = (
  document: EntityOf['Bill' | 'Invoice'],
  lines: readonly Line[],
  what: (line: Line) => string | undefined,
  title: string,
): Html =>
  html`<h2>Lines</h2>${dataTable(
    'Lines',
    [title, 'Description', { title: 'Amount', numeric: true }],
    lines.map((line) => [what(line), line.Description, amountText(line.Amount ?? 0, document)]),
  )}`

const linksTable = (books: Books, id: string, links: readonly LinkedTxn[]): Html | false =>
  links.length > 0 &&
  html`<h2>Payments and credits</h2>${dataTable(
    'Payments and credits',
    ['Date', 'Method', 'Note', { title: 'Amount', numeric: true }],
    links.flatMap(({ TxnId, TxnType }) => {
      const payment = books.find(TxnType === 'Payment' ? 'Payment' : 'BillPayment', TxnId)
      if (!payment) return []
      const applied = payment.Line.filter((line) => line.LinkedTxn?.[0]?.TxnId === id)
      const amount = applied.reduce((sum, line) => sum + cents(line.Amount), 0)
      return [
        [
          dateText(payment.TxnDate),
          methodOf(books, payment),
          payment.PrivateNote,
          amountText(fromCents(amount), payment),
        ],
      ]
    }),
  )}`

const methodOf = (
  books: Books,
  payment: EntityOf['Payment' | 'BillPayment'],
): string | undefined => {
  if ('PayType' in payment) return payment.PayType
  const memo = payment.Line.flatMap((line) => line.LinkedTxn ?? []).find(
    ({ TxnType }) => TxnType === 'CreditMemo',
  )
  if (memo) return `Credit memo ${books.find('CreditMemo', memo.TxnId)?.DocNumber ?? memo.TxnId}`
  return books.find('PaymentMethod', payment.PaymentMethodRef?.value)?.Name
}
