// What QuickBooks knows of the invoice under approval, and what that means for the approver.
import type { AccountingBill } from '@invoice-desk/contract/accounting'
import { HOME_CURRENCY, parseCents } from '@invoice-desk/contract/money'
import type { Tone } from '../../../shared/ui/notice.tsx'

export type AccountingCheck =
  | { readonly checked: false; readonly busy: boolean }
  | {
      readonly checked: true
      readonly exists: boolean
      readonly bills: readonly AccountingBill[]
      readonly reason?: string | undefined
      /** QuickBooks could not be asked. */
      readonly failed?: boolean
      /** It failed because QuickBooks has to be connected again. */
      readonly isDisconnected?: boolean
    }

type Invoice = { readonly invoiceNumber: string; readonly amount: string }

/** Same invoice number and equal numeric amount in dollars; the $ does not count. */
export const findExactBill = (
  bills: readonly AccountingBill[],
  { invoiceNumber, amount }: Invoice,
): AccountingBill | undefined =>
  bills.find(
    (bill) =>
      bill.invoiceNumber.toLowerCase() === invoiceNumber.toLowerCase() &&
      bill.currency === HOME_CURRENCY &&
      Math.round(bill.amount * 100) === parseCents(amount),
  )

/** The similar bills, when there is one among them that the approver has not agreed to yet. */
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
