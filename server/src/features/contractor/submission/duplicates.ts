// Whether an invoice has been here before: decided once, from the bills that share its number or its file.
import type { BillStatus } from '@invoice-desk/contract/bill-status'
import type { DuplicateFlag } from '../../../db/schema/contractor.ts'

/** Letters and digits in upper case: `inv-7`, `INV 7` and `Inv#7` are the same number to a person. */
export const invoiceNumberKey = (invoiceNumber: string): string => {
  const plain = invoiceNumber.normalize('NFKC').toUpperCase()
  return plain.replace(/[^\p{L}\p{N}]/gu, '') || plain.trim()
}

export type EarlierBill = {
  readonly id: string
  readonly isSameVendor: boolean
  readonly invoiceNumber: string
  readonly invoiceNumberKey: string
  readonly amountCents: number
  readonly status: BillStatus
  readonly submittedAt: Date
}

export type Resemblance = EarlierBill & Pick<DuplicateFlag, 'because'>

export type DuplicateVerdict = {
  /** An open bill with the same number and amount: there is nothing to add. */
  readonly repeated: Resemblance | undefined
  /** The vendor's own bills that look the same; rejected ones are meant to be submitted again. */
  readonly similar: readonly Resemblance[]
  /** For staff: also rejected bills, and the same file from another vendor. */
  readonly flags: DuplicateFlag[]
}

const FLAGS_MAX = 20

export const judgeDuplicates = (
  candidate: { readonly invoiceNumberKey: string; readonly amountCents: number },
  earlier: readonly EarlierBill[],
): DuplicateVerdict => {
  const resemblances = earlier.map((bill): Resemblance => {
    const isSameNumber = bill.isSameVendor && bill.invoiceNumberKey === candidate.invoiceNumberKey
    return { ...bill, because: isSameNumber ? 'same_number' : 'same_file' }
  })
  return {
    repeated: resemblances.find(
      (bill) =>
        bill.because === 'same_number' &&
        bill.amountCents === candidate.amountCents &&
        isOpen(bill.status),
    ),
    similar: resemblances.filter((bill) => bill.isSameVendor && bill.status !== 'rejected'),
    flags: resemblances.slice(0, FLAGS_MAX).map(({ id, because }) => ({ billId: id, because })),
  }
}

const isOpen = (status: BillStatus): boolean => status !== 'rejected' && status !== 'paid'
