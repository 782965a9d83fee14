// Compares an invoice with a bill in QuickBooks, field by field.
import type { AccountingBill } from '@invoice-desk/contract/accounting/accounting'
import type { Task } from '@invoice-desk/contract/approval/approval'
import {
  centsOf,
  formatDollars,
  formatMoney,
  formatUsd,
  HOME_CURRENCY,
  parseCents,
} from '@invoice-desk/contract/values/money'
import { formatDay } from '../../../shared/text/times.ts'

type Invoice = Pick<Task['details'], 'invoiceNumber' | 'amount' | 'dueDate' | 'dateCreated'>

export type ComparedField = {
  readonly label: string
  readonly invoice: string
  readonly bill: string
  /** What differs, in words. */
  readonly difference?: string | undefined
}

export const compareBill = (invoice: Invoice, bill: AccountingBill): readonly ComparedField[] => [
  {
    label: 'Invoice #',
    invoice: invoice.invoiceNumber,
    bill: bill.invoiceNumber,
    difference:
      bill.invoiceNumber.toLowerCase() === invoice.invoiceNumber.toLowerCase()
        ? undefined
        : DIFFERS,
  },
  {
    label: 'Total',
    invoice: formatDollars(invoice.amount),
    bill: formatMoney(centsOf(bill.amount), bill.currency),
    difference: amountDifference(invoice, bill),
  },
  {
    label: 'Invoice Date',
    // Contractors don't give us the date on their invoice, so this one can't differ.
    invoice: `Submitted ${formatDay(invoice.dateCreated)}`,
    bill: formatDay(bill.date),
  },
  {
    label: 'Due Date',
    invoice: formatDay(invoice.dueDate),
    bill: formatDay(bill.dueDate),
    difference: formatDay(invoice.dueDate) === formatDay(bill.dueDate) ? undefined : DIFFERS,
  },
]

const DIFFERS = 'Differs'

const amountDifference = ({ amount }: Invoice, bill: AccountingBill): string | undefined => {
  if (bill.currency !== HOME_CURRENCY) return `In ${bill.currency}`
  const cents = centsOf(bill.amount) - (parseCents(amount) ?? 0)
  if (cents === 0) return undefined
  return `${formatUsd(Math.abs(cents))} ${cents < 0 ? 'less' : 'more'}`
}
