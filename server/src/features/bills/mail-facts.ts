// The facts about a bill that every email about it lists.
import { formatDate } from '@invoice-desk/contract/values/dates'
import type { Fact } from '../../mail/content.ts'
import type { BillRow } from './queries.ts'

export const factsOf = (bill: Pick<BillRow, 'invoiceNumber' | 'dueDate'>): Fact[] => [
  ['Invoice number', bill.invoiceNumber],
  ['Due date', formatDate(bill.dueDate)],
]
