// Rules for bills, invoices and credit memos: lines, totals, numbers and balances.
import { businessRule, duplicateNumber, QuickBooksFault, requiredMissing } from '../api/fault.ts'
import { billKey, saleKey } from '../records/book-index.ts'
import type { Line } from '../records/entities.ts'
import { cents, fromCents } from '../records/money.ts'
import { addDays, dayFromToday } from '../records/time.ts'
import { currencyOfTransaction } from './currency.ts'
import { getReferenced, payableAccount, type Rule, refTo, type Writing } from './rules.ts'

type Document = 'Bill' | 'Invoice' | 'CreditMemo'

/** The account types that a bill can be booked to. */
const BILL_ACCOUNT_TYPES: readonly string[] = [
  'Expense',
  'Other Expense',
  'Cost of Goods Sold',
  'Other Current Asset',
  'Fixed Asset',
  'Other Asset',
]

const billLine = (writing: Writing<'Bill'>, line: Line, index: number): Line => {
  if (line.Amount === undefined) throw requiredMissing('Line.Amount')
  if (line.DetailType === undefined) throw requiredMissing('Line.DetailType')
  const detail = line.AccountBasedExpenseLineDetail
  if (line.DetailType !== 'AccountBasedExpenseLineDetail' || !detail)
    throw requiredMissing('Line.AccountBasedExpenseLineDetail')
  const account = getReferenced(writing.books, 'Account', detail.AccountRef, 'AccountRef')
  if (!BILL_ACCOUNT_TYPES.includes(account.AccountType))
    throw new QuickBooksFault(
      '6430',
      'Invalid account type used',
      `Invalid account type used : ${account.AccountType}`,
      'AccountRef',
    )
  return {
    ...line,
    Id: String(index + 1),
    LineNum: index + 1,
    AccountBasedExpenseLineDetail: {
      BillableStatus: 'NotBillable',
      TaxCodeRef: { value: 'NON' },
      ...detail,
      AccountRef: refTo(account.Id, account.FullyQualifiedName),
    },
  }
}

const saleLine = (writing: Writing<'Invoice' | 'CreditMemo'>, line: Line, index: number): Line => {
  if (line.Amount === undefined) throw requiredMissing('Line.Amount')
  if (line.DetailType !== 'SalesItemLineDetail' || !line.SalesItemLineDetail)
    throw requiredMissing('Line.SalesItemLineDetail')
  const { Qty, UnitPrice } = line.SalesItemLineDetail
  if (Qty !== undefined && UnitPrice !== undefined && cents(Qty * UnitPrice) !== cents(line.Amount))
    throw new QuickBooksFault(
      '6070',
      'Amount calculation incorrect in the request',
      `Amount is not equal to UnitPrice * Qty. Supplied value:${line.Amount}`,
      'Line.Amount',
    )
  const ref = line.SalesItemLineDetail.ItemRef ?? { value: '1' }
  const item = getReferenced(writing.books, 'Item', ref, 'Line.SalesItemLineDetail.ItemRef')
  return {
    ...line,
    Id: String(index + 1),
    LineNum: index + 1,
    SalesItemLineDetail: {
      TaxCodeRef: { value: 'NON' },
      ...line.SalesItemLineDetail,
      ItemRef: refTo(item.Id, item.Name),
    },
  }
}

/** The total and the balance, which keeps what was already applied. */
const amountsOf = (
  lines: readonly Line[],
  before: { TotalAmt: number; Balance: number } | undefined,
) => {
  const totalCents = lines.reduce((sum, line) => sum + cents(line.Amount), 0)
  if (totalCents < 0) throw businessRule('Transaction amount must be 0 or greater.')
  const appliedCents = cents(before?.TotalAmt) - cents(before?.Balance)
  if (totalCents < appliedCents)
    throw businessRule('The amount is less than what has already been paid or credited.')
  return { TotalAmt: fromCents(totalCents), Balance: fromCents(totalCents - appliedCents) }
}

const checkNumber = (
  name: Document,
  key: string,
  { merged, before, books, Id, options }: Writing<Document>,
) => {
  const number = merged.DocNumber
  if (!number || number === before?.DocNumber || options.allowDuplicateNumber) return
  const holder = books.findHolder(key, { name, Id })
  if (holder) throw duplicateNumber(number, holder.name, holder.Id)
}

export const billRule: Rule<'Bill'> = (writing) => {
  const { merged, before, books } = writing
  const vendor = getReferenced(books, 'Vendor', merged.VendorRef, 'VendorRef')
  if (!merged.Line?.length) throw requiredMissing('Line')
  const Line = merged.Line.map((line, index) => billLine(writing, line, index))
  // The company's preference "warn about duplicate bill numbers" is on.
  checkNumber('Bill', billKey(vendor.Id, merged.DocNumber ?? ''), writing)
  const TxnDate = merged.TxnDate ?? dayFromToday(0)
  return {
    fields: {
      ...merged,
      VendorRef: refTo(vendor.Id, vendor.DisplayName),
      APAccountRef: payableAccount(books),
      Line,
      LinkedTxn: before?.LinkedTxn ?? [],
      TxnDate,
      DueDate: merged.DueDate ?? TxnDate,
      CurrencyRef: currencyOfTransaction(books.company, merged, vendor),
      ...amountsOf(Line, before),
    },
  }
}

const saleFields = (
  name: 'Invoice' | 'CreditMemo',
  writing: Writing<'Invoice'> | Writing<'CreditMemo'>,
) => {
  const { merged, before, books } = writing
  const customer = getReferenced(books, 'Customer', merged.CustomerRef, 'CustomerRef')
  const sent = merged.Line?.filter((line) => line.DetailType !== 'SubTotalLineDetail') ?? []
  if (sent.length === 0) throw requiredMissing('Line')
  const lines = sent.map((line, index) => saleLine(writing, line, index))
  const DocNumber = merged.DocNumber ?? before?.DocNumber ?? nextSaleNumber(writing)
  checkNumber(name, saleKey(DocNumber), writing)
  const amounts = amountsOf(lines, before)
  const subtotal: Line = {
    Amount: amounts.TotalAmt,
    DetailType: 'SubTotalLineDetail',
    SubTotalLineDetail: {},
  }
  return {
    DocNumber,
    CustomerRef: refTo(customer.Id, customer.DisplayName),
    Line: [...lines, subtotal],
    LinkedTxn: before?.LinkedTxn ?? [],
    TxnDate: merged.TxnDate ?? dayFromToday(0),
    CurrencyRef: currencyOfTransaction(books.company, merged, customer),
    ...amounts,
  }
}

const nextSaleNumber = ({ books }: Writing<'Invoice' | 'CreditMemo'>): string => {
  let number = 1001 + books.list('Invoice').length
  while (books.findHolder(saleKey(String(number)))) number += 1
  return String(number)
}

export const invoiceRule: Rule<'Invoice'> = (writing) => {
  const fields = saleFields('Invoice', writing)
  return {
    fields: {
      ...writing.merged,
      ...fields,
      DueDate: writing.merged.DueDate ?? addDays(fields.TxnDate, 30),
      PrintStatus: writing.merged.PrintStatus ?? 'NotSet',
      EmailStatus: writing.merged.EmailStatus ?? 'NotSet',
    },
  }
}

export const creditMemoRule: Rule<'CreditMemo'> = (writing) => {
  const fields = saleFields('CreditMemo', writing)
  return { fields: { ...writing.merged, ...fields, RemainingCredit: fields.Balance } }
}
