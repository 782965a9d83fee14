// Stores a submitted invoice as a new bill.
import { randomUUID } from 'node:crypto'
import { invoiceNumberKey } from '@invoice-desk/contract/document/invoice-number-key'
import type { Db } from '../../../db/client.ts'
import type { BillRow } from '../../bills/queries.ts'
import { insertBill } from '../../bills/write-bill.ts'
import {
  assertDueDate,
  assertStillOwn,
  checkDuplicates,
  fileDetails,
  type NewBillFields,
  repeatedBill,
  type Stored,
  type Submission,
} from './checks.ts'
import { assertKept, fileColumnsOf, newRowsOf, sha256sOf } from './files.ts'
import { findSubmission, readSubmissionState } from './queries.ts'

export const findSubmitted = async (
  db: Db,
  { caller, fields, files = [], key }: Submission<NewBillFields>,
): Promise<BillRow | undefined> => {
  const found = key === undefined ? undefined : await findSubmission(db, caller.email, key)
  return repeatedSubmission(found, fields, sha256sOf(files))
}

/** A bill that was changed since can't be compared with what was sent. */
const repeatedSubmission = (...[found, ...sent]: Parameters<typeof repeatedBill>) =>
  found?.bill.changes.resubmittedAt === undefined ? repeatedBill(found, ...sent) : found.bill

/** The vendor must be locked. */
export const storeNewBill = async (
  tx: Db,
  zone: string,
  submission: Submission<NewBillFields>,
): Promise<Stored> => {
  const { caller, vendor, fields, files = [], key } = submission
  const { content, isConfirmed } = fields
  const numberKey = invoiceNumberKey(content.invoiceNumber)
  const candidate = { vendor, invoiceNumberKey: numberKey, amountCents: content.amountCents }
  const { tokenHash, email } = caller
  const owner = { ownVendor: vendor, email }
  const sha256s = sha256sOf(files)
  const state = await readSubmissionState(tx, { ...candidate, ...owner, tokenHash, key, sha256s })
  const repeated = repeatedSubmission(state.repeated, fields, sha256s)
  if (repeated) return { row: repeated, isNew: false }
  assertStillOwn(state, vendor)
  assertDueDate(content, zone)
  await assertKept(tx, files)
  const duplicates = checkDuplicates(state.earlier, candidate, { isConfirmed, zone })
  const id = randomUUID()
  const details = { vendor, ...content, ...fileDetails(sha256s), duplicates }
  const row = await insertBill(
    tx,
    {
      id,
      email,
      vendor,
      ...content,
      invoiceNumberKey: numberKey,
      ...fileColumnsOf(files),
      submissionKey: key,
      duplicates,
    },
    newRowsOf(files),
    details,
  )
  return { row, isNew: true }
}
