// The one transaction of a submission: file row, bill, audit event and jobs, under the vendor's lock.
import { randomUUID } from 'node:crypto'
import { recordEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { approverNoticeJob, billMailJob } from '../job-kinds.ts'
import { type BillRow, insertBill } from '../queries.ts'
import {
  assertStillOwn,
  type CheckedFile,
  checkDuplicates,
  findRepeated,
  type Submission,
} from './checks.ts'
import { invoiceNumberKey } from './duplicates.ts'
import { fileNameOf } from './file-check.ts'
import { lockVendor } from './queries.ts'

/** `isNew` is false when the same submission has become a bill meanwhile. */
export const storeBill = async (
  tx: Db,
  { config, jobs }: Pick<Dependencies, 'config' | 'jobs'>,
  submission: Submission,
): Promise<{ row: BillRow; isNew: boolean }> => {
  const { caller, vendor, fields, file, key } = submission
  await lockVendor(tx, vendor)
  const repeated = await findRepeated(tx, submission)
  if (repeated) return { row: repeated, isNew: false }
  await assertStillOwn(tx, caller, vendor)
  const duplicates = await checkDuplicates(tx, submission, config.businessTimeZone)
  const row = await insertBill(
    tx,
    {
      id: randomUUID(),
      email: caller.email,
      vendor,
      invoiceNumber: fields.invoiceNumber,
      invoiceNumberKey: invoiceNumberKey(fields.invoiceNumber),
      amountCents: fields.amountCents,
      dueDate: fields.dueDate,
      fileId: file?.id ?? null,
      submissionKey: key ?? null,
      duplicates,
    },
    file && fileRowOf(file),
  )
  await recordEvent(tx, {
    actor: caller.email,
    action: 'bill_submitted',
    subject: { kind: 'bill', id: row.id },
    details: {
      vendor,
      invoiceNumber: row.invoiceNumber,
      amountCents: row.amountCents,
      fileSha256: file?.received.sha256 ?? null,
      duplicates,
    },
  })
  await jobs.send(tx, billMailJob, { billId: row.id, step: 'received', version: row.version })
  await jobs.send(tx, approverNoticeJob, { billId: row.id })
  return { row, isNew: true }
}

const fileRowOf = ({ id, type, received }: CheckedFile) => ({
  id,
  type,
  name: fileNameOf(received.name, type),
  bytes: received.bytes,
  sha256: received.sha256,
})
