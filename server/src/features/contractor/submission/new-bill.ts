// Stores a submitted invoice as a new bill.
import { randomUUID } from 'node:crypto'
import { billEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import { invoiceNumberKey } from '../../../invoice-number-key.ts'
import { newJob } from '../../../jobs/queue.ts'
import { approverNoticeJob, billMailJob } from '../job-kinds.ts'
import { type BillRow, insertBill } from '../queries.ts'
import {
  assertStillOwn,
  checkDuplicates,
  type NewBillFields,
  repeatedBill,
  type Stored,
  type Submission,
} from './checks.ts'
import { findSubmission, readSubmissionState } from './queries.ts'

export const findSubmitted = async (
  db: Db,
  { caller, fields, file, key }: Submission<NewBillFields>,
): Promise<BillRow | undefined> => {
  const found = key === undefined ? undefined : await findSubmission(db, caller.email, key)
  return repeatedBill(found, fields, file?.row.sha256)
}

/** The vendor must be locked. */
export const storeNewBill = async (
  tx: Db,
  zone: string,
  submission: Submission<NewBillFields>,
): Promise<Stored> => {
  const { caller, vendor, fields, file, key } = submission
  const { content, isConfirmed } = fields
  const numberKey = invoiceNumberKey(content.invoiceNumber)
  const candidate = { vendor, invoiceNumberKey: numberKey, amountCents: content.amountCents }
  const { tokenHash, email } = caller
  const sha256 = file?.row.sha256
  const state = await readSubmissionState(tx, { ...candidate, tokenHash, key, sha256 })
  const repeated = repeatedBill(state.repeated, fields, sha256)
  if (repeated) return { row: repeated, isNew: false }
  assertStillOwn(state, vendor)
  const duplicates = checkDuplicates(state.earlier, candidate, { isConfirmed, zone })
  const id = randomUUID()
  const details = { vendor, ...content, fileSha256: sha256 ?? null, duplicates }
  const row = await insertBill(
    tx,
    {
      id,
      email,
      vendor,
      ...content,
      invoiceNumberKey: numberKey,
      fileId: file?.row.id,
      submissionKey: key,
      duplicates,
    },
    file?.row,
    {
      events: [billEvent({ id, actor: email, action: 'bill_submitted', details })],
      jobs: [
        newJob(billMailJob, { billId: id, step: 'received', version: 1 }),
        newJob(approverNoticeJob, { billId: id, version: 1 }),
      ],
    },
  )
  return { row, isNew: true }
}
