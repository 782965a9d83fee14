// Checks a submission before it becomes a bill: who sent it, its file, and whether we already have it.
import { randomUUID } from 'node:crypto'
import { BILL_STATUSES } from '@invoice-desk/contract/bill-status'
import { businessDay } from '@invoice-desk/contract/business-day'
import type { submitInvoice } from '@invoice-desk/contract/contractor'
import { formatDate } from '@invoice-desk/contract/dates'
import type { FormOf } from '@invoice-desk/contract/endpoint'
import { hasInvoiceExtension } from '@invoice-desk/contract/invoice-form'
import { formatUsd } from '@invoice-desk/contract/money'
import { AppError } from '../../../app-error.ts'
import type { DuplicateFlag } from '../../../db/schema/contractor.ts'
import type { ContractorCaller } from '../../../http/access.ts'
import type { ReceivedFile } from '../../../providers/files/files.ts'
import { resemblanceView } from '../bills/bill-view.ts'
import { ownVendorOf } from '../bills/ownership.ts'
import type { BillRow } from '../queries.ts'
import { isTokenOf, stateOf } from '../verification/verification.ts'
import { judgeDuplicates } from './duplicates.ts'
import { fileNameOf, fileTypeOf } from './file-check.ts'
import type { SubmissionState } from './queries.ts'

export type SubmittedFile = ReceivedFile & { readonly name: string }
export type SubmittedFields = FormOf<typeof submitInvoice>
export type Submission = {
  readonly caller: ContractorCaller
  readonly vendor: string
  readonly fields: SubmittedFields
  readonly file: ReturnType<typeof checkFile> | undefined
  /** The idempotency key, if the browser sent one. */
  readonly key: string | undefined
}

/** The vendor of the token; the form must name the same email and vendor. */
export const assertOwn = (
  caller: ContractorCaller,
  { token, email, vendorName }: SubmittedFields,
): string => {
  if (token === '') throw new AppError('token_missing', { field: 'token' })
  if (!isTokenOf(token, caller.tokenHash)) throw new AppError('token_invalid', { field: 'token' })
  if (caller.vendor === undefined) throw new AppError('submission_not_approved')
  return ownVendorOf(caller, { email, vendorName })
}

/** The link may have expired, or the mapping changed, during a long upload. */
export const assertStillOwn = ({ link }: SubmissionState, vendor: string): void => {
  if (stateOf(link, new Date()) !== 'valid' || link?.vendor !== vendor) {
    throw new AppError('token_invalid')
  }
}

/** The file and its row. */
export const checkFile = (received: SubmittedFile) => {
  const { name, bytes, sha256 } = received
  if (bytes === 0) throw new AppError('file_empty', { field: 'file' })
  const type = hasInvoiceExtension(name) ? fileTypeOf(received) : undefined
  if (!type) throw new AppError('file_type_refused', { field: 'file' })
  return { received, row: { id: randomUUID(), type, name: fileNameOf(name, type), bytes, sha256 } }
}

/** The bill of an earlier request with the same idempotency key, which must have the same content. */
export const repeatedBill = (
  found: SubmissionState['repeated'],
  { fields, file }: Submission,
): BillRow | undefined => {
  if (!found) return undefined
  const { bill, sha256 } = found
  const { content } = fields
  const isSame = (Object.keys(content) as (keyof typeof content)[]).every(
    (field) => bill[field] === content[field],
  )
  if (!isSame || sha256 !== (file?.row.sha256 ?? null)) throw new AppError('submission_key_reused')
  return bill
}

export const checkDuplicates = (
  { earlier }: SubmissionState,
  candidate: { readonly invoiceNumberKey: string; readonly amountCents: number },
  { isConfirmed, zone }: { readonly isConfirmed: boolean; readonly zone: string },
): DuplicateFlag[] => {
  const { repeated, similar, flags } = judgeDuplicates(candidate, earlier)
  if (repeated) {
    const { submittedAt, status } = repeated
    throw new AppError('bill_exists', {
      text: `Invoice ${repeated.invoiceNumber} for ${formatUsd(candidate.amountCents)} was already submitted on ${formatDate(businessDay(submittedAt, zone))}. Its status is ${BILL_STATUSES[status].label}.`,
      field: 'invoiceNumber',
      extra: { bills: [resemblanceView(repeated)] },
    })
  }
  if (similar.length > 0 && !isConfirmed) {
    throw new AppError('similar_bill', { extra: { bills: similar.map(resemblanceView) } })
  }
  return flags
}
