// Rules for bills, invoices and credit memos: lines, totals, numbers and balances.
import { businessRule, duplicateNumber, QuickBooksFault, requiredMissing } from '../api/fault.ts'
import { billKey, saleKey } from '../records/book-index.ts'
import type { EntityOf, Line } from '../records/entities.ts'
import { cents, fromCents } from '../records/money.ts'
import { addDays, dayFromToday } from '../records/time.ts'
import { currencyOfTransaction } from './currency.ts'
import { getReferenced, payableAccount, type Rule, refTo, type Writing } from './rules.ts'
import { saleLines, sumOf } from './sale-lines.ts'

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

type Amounts = { TotalAmt: number; Balance: number; Deposit?: number }

/** The total and the balance, which keeps what was already applied. */
const amountsOf = (totalCents: number, before: Amounts | undefined, depositCents = 0) => {
  if (totalCents < 0) throw businessRule('Transaction amount must be 0 or greater.')
  const appliedCents = cents(before?.TotalAmt) - cents(before?.Balance) - cents(before?.Deposit)
  if (totalCents < appliedCents + depositCents)
    throw businessRule('The amount is less than what has already been paid or credited.')
  const balanceCents = totalCents - depositCents - appliedCents
  return { TotalAmt: fromCents(totalCents), Balance: fromCents(balanceCents) }
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
      ...amountsOf(sumOf(Line), before),
    },
  }
}

const saleFields = (
  name: 'Invoice' | 'CreditMemo',
  writing: Writing<'Invoice'> | Writing<'CreditMemo'>,
) => {
  const { merged, before, books } = writing
  const customer = getReferenced(books, 'Customer', merged.CustomerRef, 'CustomerRef')
  const { lines, totalCents } = saleLines(writing, merged.Line ?? [])
  const TxnTaxDetail = taxOf(merged.TxnTaxDetail)
  const DocNumber = merged.DocNumber ?? before?.DocNumber ?? nextSaleNumber(writing)
  checkNumber(name, saleKey(DocNumber), writing)
  const deposit = 'Deposit' in merged ? cents(merged.Deposit) : 0
  if (deposit < 0) throw businessRule('A deposit must be 0 or greater.')
  const BillAddr = merged.BillAddr ?? customer.BillAddr
  return {
    DocNumber,
    CustomerRef: refTo(customer.Id, customer.DisplayName),
    ...(BillAddr && { BillAddr }),
    Line: lines,
    TxnTaxDetail,
    LinkedTxn: before?.LinkedTxn ?? [],
    TxnDate: merged.TxnDate ?? dayFromToday(0),
    CurrencyRef: currencyOfTransaction(books.company, merged, customer),
    ...amountsOf(totalCents + cents(TxnTaxDetail.TotalTax), before, deposit),
  }
}

/** The tax that a company without automated sales tax enters. */
const taxOf = (sent: EntityOf['Invoice']['TxnTaxDetail']) => {
  const { TotalTax = 0, TaxLine = [] } = sent ?? {}
  if (TotalTax < 0 || (TaxLine.length > 0 && sumOf(TaxLine) !== cents(TotalTax)))
    throw businessRule('The total tax must be the sum of its lines.')
  return { ...sent, TotalTax }
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
