// Explains to staff why QuickBooks won't accept a bill and what to do. Pure rules, no I/O.
import { similarBills, similarBillsText } from '@invoice-desk/contract/accounting/accounting'
import { AppError } from '../../lib/app-error.ts'
import { ProviderError } from '../../providers/provider-error.ts'

type TriedBill = {
  readonly vendor: string
  readonly email: string
  /** Undefined without a mapping, empty if the mapping has none. */
  readonly account: string | undefined
}

/** After this many days, staff may have entered the bill by hand under another number. */
export const WAIT_DAYS_MAX = 7
export const WAITED_LONG = `This bill has been waiting for QuickBooks for more than ${WAIT_DAYS_MAX} days. Check whether someone entered it by hand. If not, add it.`

/** Undefined if a retry may succeed. */
export const refusalOf = (error: unknown, bill: TriedBill): string | undefined => {
  if (!(error instanceof AppError)) return undefined
  switch (error.code) {
    case 'vendor_mapping_unknown':
      return bill.account === undefined
        ? `${bill.email} isn't mapped to a vendor. Add the mapping with a bill account in Vendor Management, then add the bill.`
        : `The vendor mapping for ${bill.email} has no bill account. Choose one in Vendor Management, then add the bill.`
    case 'qbo_vendor_unknown':
      return `QuickBooks has no vendor named "${bill.vendor}". Choose an existing vendor, then add the bill.`
    case 'qbo_account_unknown':
      return `QuickBooks has no bill account named "${bill.account}". Choose another one for ${bill.email} in Vendor Management, then add the bill.`
    case 'qbo_bill_refused':
      return `QuickBooks refused the bill${detailOf(error.cause)}. Check the vendor, the bill account and the amount, then add the bill.`
    case 'qbo_bill_differs':
      return `${similarBillsText(similarBills.parse(error.extra).bills)} If this invoice needs its own bill, add it.`
    case 'task_has_bill':
      return 'QuickBooks still has the bill from before the correction. Void it there, then add the bill.'
    case 'qbo_vendor_currency':
    case 'approval_refused':
      return error.message
    default:
      return undefined
  }
}

const detailOf = (cause: unknown): string =>
  cause instanceof ProviderError ? ` (${cause.message})` : ''
