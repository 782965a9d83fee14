// A bill of QuickBooks as the approval page reads it.
import type { AccountingBill } from '@invoice-desk/contract/accounting'
import { decimalFromCents } from '@invoice-desk/contract/money'
import type { Bill } from '../../../providers/quickbooks/bills.ts'

export const toAccountingBill = (bill: Bill): AccountingBill => ({
  id: bill.id,
  invoiceNumber: bill.invoiceNumber,
  amount: decimalFromCents(bill.totalCents),
  currency: bill.currency,
  date: bill.date,
  dueDate: bill.dueDate,
  status: bill.balanceCents > 0 ? 'Unpaid' : 'Paid',
})
