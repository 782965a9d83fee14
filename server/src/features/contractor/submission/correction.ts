// Stores what a contractor changed in a bill that isn't decided, or that staff requested changes to. The same bill goes back to the approvers.
import { type BillStatus, isUndecided } from '@invoice-desk/contract/bills/bill-status'
import { invoiceNumberKey } from '@invoice-desk/contract/document/invoice-number-key'
import type { Db } from '../../../db/client.ts'
import type { BillChanges } from '../../../db/schema/bills.ts'
import { newJob } from '../../../jobs/queue.ts'
import { AppError } from '../../../lib/app-error.ts'
import { approverNoticeJob, attachFileJob } from '../../bills/job-kinds.ts'
import {
  findRemainingBill,
  isOutdated,
  markUnattached,
  voidRemainingBill,
} from '../../bills/posted-bill.ts'
import { type BillRow, findBill, lockBill } from '../../bills/queries.ts'
import { insertFiles, moveBill } from '../../bills/write-bill.ts'
import {
  assertDueDate,
  assertStillOwn,
  type CorrectionFields,
  changedFields,
  checkDuplicates,
  fileDetails,
  repeatedBill,
  type Stored,
  type Submission,
} from './checks.ts'
import { assertKept, type BillFile, fileColumnsOf, newRowsOf, sha256sOf } from './files.ts'
import {
  countVendorChanges,
  listBillFiles,
  readSubmissionState,
  type SubmissionState,
} from './queries.ts'

type Correction = Submission<CorrectionFields>

export const findCorrected = async (
  db: Db,
  correction: Correction,
): Promise<BillRow | undefined> => {
  const bill = await findBill(db, correction.fields.billId)
  return bill && findRepeated(db, bill, correction)
}

/** The corrected bill, if this request has already been carried out. */
const findRepeated = async (
  db: Db,
  bill: BillRow,
  { caller, fields, files, key }: Correction,
): Promise<BillRow | undefined> => {
  if (key === undefined || bill.resubmissionKey !== key || bill.email !== caller.email)
    return undefined
  const current = await listBillFiles(db, bill)
  const found = { bill, sha256s: sha256sOf(current) }
  return repeatedBill(found, fields, sha256sOf(files ?? keptOf(current, fields)))
}

const keptOf = (current: readonly BillFile[], { keepsFiles }: CorrectionFields) =>
  keepsFiles ? current : []

/** The vendor must be locked. */
export const storeCorrection = async (
  tx: Db,
  zone: string,
  correction: Correction,
): Promise<Stored> => {
  const { caller, vendor, fields, key } = correction
  const { content, isConfirmed } = fields
  const bill = await lockOwnBill(tx, caller.email, fields.billId)
  const { id } = bill
  const repeated = await findRepeated(tx, bill, correction)
  if (repeated) return { row: repeated, isNew: false }
  const remaining = await assertUndecided(tx, bill, fields)
  // It may be overdue by now.
  if (content.dueDate !== bill.dueDate) assertDueDate(content, zone)

  const candidate = {
    invoiceNumberKey: invoiceNumberKey(content.invoiceNumber),
    amountCents: content.amountCents,
  }
  const files = correction.files ?? keptOf(await listBillFiles(tx, bill), fields)
  if (correction.files) await assertKept(tx, files)
  const sha256s = sha256sOf(files)
  const { tokenHash, email } = caller
  const owner = { ownVendor: vendor, email }
  const asked = { ...candidate, ...owner, vendor, tokenHash, key: undefined, sha256s }
  const state = await readSubmissionState(tx, asked)
  assertStillOwn(state, vendor)
  const others = (await listEarlier(tx, bill, asked, state)).filter((each) => each.id !== id)
  const duplicates = checkDuplicates(others, candidate, { isConfirmed, zone })

  const fileColumns = fileColumnsOf(files)
  const difference = differenceOf(bill, content, fileColumns)
  // Approvals shouldn't be lost for nothing.
  if (bill.status !== 'changes_requested' && Object.keys(difference).length === 0)
    return { row: bill, isNew: false }
  await insertFiles(tx, newRowsOf(files))
  // Its version is filled in.
  const jobs = [newJob(approverNoticeJob, { billId: id, version: 0 })]
  // Staff may have added a bill after they requested changes.
  const isOther = remaining && isOutdated(remaining, content)
  if (isOther && !remaining.isMarked) jobs.push(...(await voidRemainingBill(tx, id)))
  if (remaining && difference.fileReplaced) await markUnattached(tx, id)
  if (remaining && !isOther) jobs.push(newJob(attachFileJob, { taskId: id }))
  const row = await moveBill(tx, 'resubmit', {
    id,
    actor: caller.email,
    values: {
      ...content,
      ...fileColumns,
      ...{ invoiceNumberKey: candidate.invoiceNumberKey, duplicates },
      ...{ changes: changesOf(bill, difference, content), resubmissionKey: key ?? null },
    },
    details: { ...content, ...fileDetails(sha256s), duplicates, changes: difference },
    jobs,
  })
  if (!row) throw new Error('the corrected bill is gone')
  return { row, isNew: true }
}

type Asked = Parameters<typeof readSubmissionState>[1]

/** Staff may have moved the bill to the vendor's name in QuickBooks, and other bills with it. */
const listEarlier = async (
  tx: Db,
  { vendor }: BillRow,
  asked: Asked,
  { earlier }: SubmissionState,
): Promise<SubmissionState['earlier']> => {
  if (vendor.toLowerCase() === asked.vendor.toLowerCase()) return earlier
  const moved = (await readSubmissionState(tx, { ...asked, vendor })).earlier
  const isMoved = ({ id }: { readonly id: string }) => moved.some((each) => each.id === id)
  return [...moved, ...earlier.filter((each) => !isMoved(each))]
}

/** Blocks decisions about the bill, and adding it to QuickBooks, until the transaction ends. */
export const lockOwnBill = async (tx: Db, email: string, billId: string): Promise<BillRow> => {
  const bill = await lockBill(tx, billId)
  // Colleagues see each other's bills, but only the person who submitted one can change it. Staff may have moved it to
  // the vendor's name in QuickBooks, so the vendor may differ.
  if (bill?.email !== email) throw new AppError('bill_unknown', { field: 'billId' })
  return bill
}

const CHANGED = 'This invoice changed in the meantime. Please check it and try again.'

/** What happened to the bill after the contractor opened it. */
const OUTCOMES: Partial<Record<BillStatus, string>> = {
  changes_requested:
    'We requested other changes in the meantime. Please read them and submit the invoice again.',
  approved: 'This invoice was approved in the meantime.',
  paid: 'This invoice was paid in the meantime.',
  rejected: 'This invoice was rejected in the meantime.',
  withdrawn: 'This invoice was withdrawn.',
}

/** Returns what is posted of it in QuickBooks. */
export const assertUndecided = async (tx: Db, bill: BillRow, seen: { version: number }) => {
  if (!isUndecided(bill.status) || !(await isSeen(tx, bill, seen)))
    throw new AppError('changed_meanwhile', { text: OUTCOMES[bill.status] ?? CHANGED })
  const remaining = await findRemainingBill(tx, bill.id)
  if (remaining?.isClaimed)
    throw new AppError('qbo_bill_in_progress', {
      text: "We're processing this invoice right now. Please try again in a minute.",
    })
  return remaining
}

/**
 * Only the contractor changes what they see in the form, but they may do it in another tab, or there may be a new message.
 * The message didn't change if staff only chose another vendor.
 */
const isSeen = async (tx: Db, bill: BillRow, seen: { version: number }): Promise<boolean> => {
  const { id, status, version, changes } = bill
  if (status !== 'changes_requested') return seen.version >= (changes.version ?? 1)
  return seen.version >= version || seen.version >= version - (await countVendorChanges(tx, id))
}

/** The earlier values of what the contractor changed now. */
const differenceOf = (
  bill: BillRow,
  content: CorrectionFields['content'],
  files: ReturnType<typeof fileColumnsOf>,
): BillChanges => ({
  ...Object.fromEntries(changedFields(bill, content).map((field) => [field, bill[field]])),
  ...(idsOf(files) === idsOf(bill) ? {} : { fileReplaced: true }),
})

const idsOf = ({ fileId, attachmentIds }: ReturnType<typeof fileColumnsOf>): string =>
  [fileId, ...attachmentIds].join()

/** What approvers see as changed: since they asked for it, or since the invoice was submitted. */
const changesOf = (
  { status, changes, version }: BillRow,
  difference: BillChanges,
  content: CorrectionFields['content'],
): BillChanges => {
  const before = status === 'changes_requested' ? difference : { ...difference, ...changes }
  const values = Object.entries(before).filter(
    ([field, value]) => value !== content[field as keyof typeof content],
  )
  return {
    ...Object.fromEntries(values),
    resubmittedAt: new Date().toISOString(),
    version: version + 1,
  }
}
