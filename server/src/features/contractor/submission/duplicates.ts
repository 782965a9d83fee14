// Compares an invoice with the earlier bills that have the same number or file.
import { isClosed } from '@invoice-desk/contract/bills/bill-status'
import type { DuplicateFlag } from '../../../db/schema/bills.ts'
import type { BillRow } from '../../bills/queries.ts'

export type EarlierBill = Pick<
  BillRow,
  'id' | 'invoiceNumber' | 'invoiceNumberKey' | 'amountCents' | 'status' | 'submittedAt'
> & {
  readonly isSameVendor: boolean
  /** The contractor's list shows it. They learn about no other bill. */
  readonly isOwn: boolean
}

export type Resemblance = EarlierBill & Pick<DuplicateFlag, 'because'>

const FLAGS_MAX = 20

export const judgeDuplicates = (
  candidate: { readonly invoiceNumberKey: string; readonly amountCents: number },
  earlier: readonly EarlierBill[],
) => {
  const resemblances = earlier.map((bill): Resemblance => {
    const isSameNumber = bill.isSameVendor && bill.invoiceNumberKey === candidate.invoiceNumberKey
    return { ...bill, because: isSameNumber ? 'same_number' : 'same_file' }
  })
  return {
    /** An open bill with the same number and amount. We refuse to add another. */
    repeated: resemblances.find(
      ({ because, amountCents, status, isOwn }) =>
        isOwn &&
        because === 'same_number' &&
        amountCents === candidate.amountCents &&
        !isClosed(status) &&
        status !== 'paid',
    ),
    /** Bills that the contractor must confirm. Rejected and withdrawn ones may be submitted again. */
    similar: resemblances.filter(
      (bill) => bill.isOwn && bill.isSameVendor && !isClosed(bill.status),
    ),
    /** For staff: also those, the bills of others at this vendor, and other vendors' bills with the same file. */
    flags: resemblances.slice(0, FLAGS_MAX).map(({ id, because }) => ({ billId: id, because })),
  }
}
