// The result of looking up an invoice's bills in QuickBooks, and its label.
import type { AccountingBill, findQboBill } from '@invoice-desk/contract/accounting/accounting'
import type { Task } from '@invoice-desk/contract/approval/approval'
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { centsOf, HOME_CURRENCY, parseCents } from '@invoice-desk/contract/values/money'
import type { Tone } from '../../../shared/ui/feedback/notice.tsx'

export type AccountingCheck =
  | { readonly checked: false; readonly busy: boolean }
  | (ResponseOf<typeof findQboBill> & {
      readonly checked: true
      /** QuickBooks didn't answer. */
      readonly failed?: boolean
      /** The lookup failed because QuickBooks has to be reconnected. */
      readonly isDisconnected?: boolean
    })

export type CheckedTask = { readonly task: Task; readonly check: AccountingCheck }

type Invoice = Pick<Task['details'], 'invoiceNumber' | 'amount'>

/** Same invoice number and amount, in dollars. */
export const findExactBill = (
  bills: readonly AccountingBill[],
  { invoiceNumber, amount }: Invoice,
): AccountingBill | undefined =>
  bills.find(
    (bill) =>
      bill.invoiceNumber.toLowerCase() === invoiceNumber.toLowerCase() &&
      bill.currency === HOME_CURRENCY &&
      centsOf(bill.amount) === parseCents(amount),
  )

/** All similar bills, if the approver hasn't agreed to at least one of them. */
export const findUnseenBills = (
  check: AccountingCheck,
  invoice: Invoice,
  seenIds: readonly string[],
): readonly AccountingBill[] | undefined => {
  if (!check.checked || findExactBill(check.bills, invoice)) return undefined
  return check.bills.every(({ id }) => seenIds.includes(id)) ? undefined : check.bills
}

export type AccountingStatus = {
  readonly label: string
  readonly tone: Tone
  readonly match: 'exact' | 'similar' | 'none' | 'checking' | 'unknown'
}

export const accountingStatus = (check: AccountingCheck, invoice: Invoice): AccountingStatus => {
  if (!check.checked) {
    return { label: check.busy ? 'Loading...' : 'Not Checked', tone: 'neutral', match: 'checking' }
  }
  if (check.failed) return { label: check.reason ?? '', tone: 'negative', match: 'unknown' }
  if (findExactBill(check.bills, invoice)) {
    return { label: 'Exact Match in QuickBooks', tone: 'warning', match: 'exact' }
  }
  if (check.exists) {
    return { label: 'Similar Bill Found (Different Amount)', tone: 'negative', match: 'similar' }
  }
  return { label: check.reason ?? 'Not Found in QuickBooks', tone: 'neutral', match: 'none' }
}
