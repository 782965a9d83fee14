// Shows approvers what a contractor changed in a correction.
import type { Task } from '@invoice-desk/contract/approval'
import { formatDate } from '@invoice-desk/contract/dates'
import { textFields } from '@invoice-desk/contract/invoice-form'
import { formatUsd } from '@invoice-desk/contract/money'
import type { BillChanges } from '../../db/schema/contractor.ts'

/** What the history says about a correction. */
export const correctionText = (changes: unknown): string => {
  // Only `correction.ts` records it.
  const { amountCents, dueDate, invoiceNumber, fileReplaced } = (changes ?? {}) as BillChanges
  const before = [
    amountCents === undefined ? '' : `amount ${formatUsd(amountCents)}`,
    invoiceNumber === undefined ? '' : `invoice number ${invoiceNumber}`,
    dueDate === undefined ? '' : `due date ${formatDate(dueDate)}`,
  ].filter(Boolean)
  const parts = [
    before.length > 0 ? `Before: ${before.join(', ')}.` : '',
    fileReplaced ? 'The file changed.' : '',
  ].filter(Boolean)
  return parts.join(' ') || 'Nothing changed.'
}

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
