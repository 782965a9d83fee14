// Checks a submission before it becomes a bill: who sent it, and whether we already have it.
import { BILL_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { DUE_DATE_PAST } from '@invoice-desk/contract/bills/invoice-form'
import type { resubmitInvoice, submitInvoice } from '@invoice-desk/contract/contractor/submission'
import type { FormOf } from '@invoice-desk/contract/http/endpoint'
import { businessDay } from '@invoice-desk/contract/values/business-day'
import { formatDate } from '@invoice-desk/contract/values/dates'
import { formatUsd } from '@invoice-desk/contract/values/money'
import type { DuplicateFlag } from '../../../db/schema/bills.ts'
import type { ContractorCaller } from '../../../http/access.ts'
import { AppError } from '../../../lib/app-error.ts'
import { isTokenOf } from '../../../secrets/link-tokens.ts'
import { ownVendorOf } from '../../bills/ownership.ts'
import type { BillRow } from '../../bills/queries.ts'
import { resemblanceView } from '../own-bills/bill-view.ts'
import { stateOf } from '../verification/verification.ts'
import { judgeDuplicates } from './duplicates.ts'
import type { BillFile } from './files.ts'
import type { SubmissionState } from './queries.ts'

export type NewBillFields = FormOf<typeof submitInvoice>
export type CorrectionFields = FormOf<typeof resubmitInvoice>
type SubmittedFields = Omit<NewBillFields, 'email' | 'vendorName'>
/** What the contractor entered. */
type Content = SubmittedFields['content']
export type Submission<Fields extends SubmittedFields = SubmittedFields> = {
  readonly caller: ContractorCaller
  readonly vendor: string
  readonly fields: Fields
  /** Undefined if the form said nothing about files. */
  readonly files: readonly BillFile[] | undefined
  /** The idempotency key, if the browser sent one. */
  readonly key: string | undefined
}

export type Stored = {
  readonly row: BillRow
  /** False for a repeated request. */
  readonly isNew: boolean
}

/** The vendor of the token; a form that names an email and a vendor must name the same ones. */
export const assertOwn = (
  caller: ContractorCaller,
  { token, ...claimed }: SubmittedFields & Partial<NewBillFields>,
): string => {
  if (token === '') throw new AppError('token_missing', { field: 'token' })
  if (!isTokenOf(token, caller.tokenHash)) throw new AppError('token_invalid', { field: 'token' })
  if (caller.vendor === undefined) throw new AppError('submission_not_approved')
  return ownVendorOf(caller, claimed)
}

export const assertDueDate = ({ dueDate }: Pick<Content, 'dueDate'>, zone: string): void => {
  if (dueDate < businessDay(Date.now(), zone))
    throw new AppError('invalid_input', { text: DUE_DATE_PAST, field: 'dueDate' })
}

/** The link may have expired, or the mapping changed, during a long upload. */
export const assertStillOwn = ({ link }: SubmissionState, vendor: string): void => {
  if (stateOf(link, new Date()) !== 'valid' || link?.vendor !== vendor) {
    throw new AppError('token_invalid')
  }
}

/** The bill of an earlier request with the same idempotency key, which must have the same content. */
export const repeatedBill = (
  found: SubmissionState['repeated'],
  { content }: Pick<SubmittedFields, 'content'>,
  sha256s: readonly string[],
): BillRow | undefined => {
  if (!found) return undefined
  const isSame = changedFields(found.bill, content).length === 0
  if (!isSame || found.sha256s.join() !== sha256s.join())
    throw new AppError('submission_key_reused')
  return found.bill
}

/** For the audit log. */
export const fileDetails = ([invoice, ...others]: readonly string[]) => ({
  fileSha256: invoice ?? null,
  ...(others.length > 0 && { attachmentSha256s: others }),
})

export const changedFields = (bill: BillRow, content: Content): (keyof Content)[] =>
  (Object.keys(content) as (keyof Content)[]).filter((field) => bill[field] !== content[field])

export const checkDuplicates = (
  earlier: SubmissionState['earlier'],
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
