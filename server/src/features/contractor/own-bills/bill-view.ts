// Builds the contractor's view of a bill, with the specification's field names.
import { isUndecided } from '@invoice-desk/contract/bills/bill-status'
import { textFields } from '@invoice-desk/contract/bills/invoice-form'
import {
  type ContractorBill,
  INVOICE_DOC_FIELD,
} from '@invoice-desk/contract/contractor/contractor'
import type { PossibleDuplicate } from '@invoice-desk/contract/contractor/submission'
import { decimalFromCents } from '@invoice-desk/contract/values/money'
import type { FileLinks } from '../../../secrets/file-links.ts'
import { keptOf, type StoredFile } from '../../bills/queries.ts'
import type { Resemblance } from '../submission/duplicates.ts'
import type { ListedBill } from './queries.ts'

/** Noon in UTC falls on the same calendar day in almost every time zone. */
const dueMoment = (day: string): number => Date.parse(`${day}T12:00:00Z`)

/** A bill as `email` sees it. */
export const billView = (
  row: ListedBill & {
    files?: StoredFile[] | null
    fileErasedAt?: Date | null
    messageCount?: number
  },
  links: Pick<FileLinks, 'urlOf'>,
  email: string,
): ContractorBill => ({
  id: row.id,
  ...textFields((field) => row[field]),
  amount: decimalFromCents(row.amountCents),
  status: row.status,
  dateCreated: row.submittedAt.getTime(),
  dueDate: dueMoment(row.dueDate),
  custom_fields:
    row.fileId && !row.fileErasedAt
      ? [{ name: INVOICE_DOC_FIELD, value: links.urlOf(row.fileId) }]
      : [],
  rejectReason: row.status === 'rejected' ? (row.rejectReason ?? undefined) : undefined,
  requestedChanges: row.status === 'changes_requested' ? (row.rejectReason ?? '') : undefined,
  isCorrectable: row.status === 'changes_requested' && row.email === email,
  isEditable: isUndecided(row.status) && row.email === email,
  version: row.version,
  files: keptOf(row.files).map(({ id, name, bytes }) => ({
    id,
    name,
    bytes,
    url: links.urlOf(id),
  })),
  filesErasedAt: row.fileErasedAt?.toISOString(),
  messages: row.messageCount ? { count: row.messageCount } : undefined,
})

export const resemblanceView = (bill: Resemblance): PossibleDuplicate => ({
  invoiceNumber: bill.invoiceNumber,
  amount: decimalFromCents(bill.amountCents),
  status: bill.status,
  dateCreated: bill.submittedAt.getTime(),
  because: bill.because,
})
