// Shows approvers what a contractor changed in a correction.
import type { Task } from '@invoice-desk/contract/approval/approval'
import { textFields } from '@invoice-desk/contract/bills/invoice-form'
import { formatUsd } from '@invoice-desk/contract/values/money'
import type { BillChanges } from '../../db/schema/bills.ts'

/** The values before the last correction. */
export const changedView = (changes: BillChanges): Task['details']['changed'] => {
  const { amountCents, dueDate, fileReplaced } = changes
  if (changes.resubmittedAt === undefined) return undefined
  return {
    ...textFields((field) => changes[field]),
    amount: amountCents === undefined ? undefined : formatUsd(amountCents),
    dueDate,
    file: fileReplaced,
  }
}
