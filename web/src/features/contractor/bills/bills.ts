// How the dashboard groups and formats a contractor's bills.
import { type BillStatus, COUNTED_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import {
  type BillTotal,
  type ContractorBill,
  INVOICE_DOC_FIELD,
  type listVendorBills,
} from '@invoice-desk/contract/contractor/contractor'
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { formatDay } from '../../../shared/text/times.ts'

export type BillsAnswer = ResponseOf<typeof listVendorBills>

/** The bills of one status without repeats, since parts of the list may overlap. */
export const billsOf = (
  status: BillStatus,
  ...parts: readonly (readonly ContractorBill[])[]
): ContractorBill[] => {
  const byId = new Map<string, ContractorBill>()
  for (const bill of parts.flat()) {
    if (bill.status === status && !byId.has(bill.id)) byId.set(bill.id, bill)
  }
  return [...byId.values()]
}

/** Adds a new or corrected bill to the loaded ones, to show it before they're loaded again. */
export const withBill = (answer: BillsAnswer, bill: ContractorBill): BillsAnswer => {
  const before = answer.bills.find(({ id }) => id === bill.id)
  if (before?.status === bill.status) return answer
  const { bills, ...totals } = before ? counted(answer, before, -1) : answer
  const others = bills.filter(({ id }) => id !== bill.id)
  return counted({ ...totals, bills: [bill, ...others] }, bill, 1)
}

/** With the bill in its totals, or without it. */
const counted = (answer: BillsAnswer, bill: ContractorBill, sign: 1 | -1): BillsAnswer => {
  const { totals, total } = answer
  const plus = ({ count, amount }: BillTotal): BillTotal => ({
    count: count + sign,
    amount: Math.round((amount + sign * bill.amount) * 100) / 100,
  })
  return {
    ...answer,
    totals: { ...totals, [bill.status]: plus(totals[bill.status]) },
    total: COUNTED_STATUSES.includes(bill.status) ? plus(total) : total,
  }
}

/** Undefined when the bill has no file. */
export const fileLinkOf = ({ custom_fields }: Pick<ContractorBill, 'custom_fields'>) => {
  const link = custom_fields.find(({ name }) => name === INVOICE_DOC_FIELD)?.value ?? ''
  return /^https?:\/\//i.test(link) ? link : undefined
}

/** The same day in every time zone, because the server sends noon UTC. Empty if there is none. */
export const dueDateOf = ({ dueDate }: Pick<ContractorBill, 'dueDate'>): string =>
  (dueDate && new Date(dueDate).toJSON()?.slice(0, 10)) || ''

export const dueDay = (dueDate: number): string => formatDay(dueDateOf({ dueDate }))

/** Keeps a line's height while the bills load. */
export const NOTHING = '\u00a0'
