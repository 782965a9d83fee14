// Turns a submitted invoice into a bill with its file, or leaves nothing behind.
import { randomUUID } from 'node:crypto'
import { businessDay } from '@invoice-desk/contract/business-day'
import type { ContractorBill } from '@invoice-desk/contract/contractor'
import { DUE_DATE_PAST } from '@invoice-desk/contract/invoice-form'
import { AppError } from '../../../app-error.ts'
import { recordEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { createFileLinks } from '../../../file-links.ts'
import type { ContractorCaller } from '../../../http/access.ts'
import { billView } from '../bills/bill-view.ts'
import { approverNoticeJob, billMailJob } from '../job-kinds.ts'
import { type BillRow, insertBill } from '../queries.ts'
import {
  assertOwn,
  assertStillOwn,
  checkDuplicates,
  checkFile,
  findRepeated,
  type Submission,
  type SubmittedFields,
  type SubmittedFile,
} from './checks.ts'
import { invoiceNumberKey } from './duplicates.ts'
import { lockVendor } from './queries.ts'

/** The action that the page names in the human check. */
const ACTION = 'submit_invoice'

export const createSubmission = (dependencies: Dependencies) => {
  const { config, database, files, humanCheck, log } = dependencies
  const links = createFileLinks(config)

  const submit = async (submission: Submission): Promise<ContractorBill> => {
    const repeated = await findRepeated(database.db, submission)
    if (repeated) return billView(repeated, links)
    const { fields, file } = submission
    if (fields.content.dueDate < businessDay(Date.now(), config.businessTimeZone))
      throw new AppError('invalid_input', { text: DUE_DATE_PAST, field: 'dueDate' })
    await assertHuman(fields.captchaToken)
    await file?.received.keep(file.row.id)
    try {
      const { row, isNew } = await database.db.transaction((tx) =>
        storeBill(tx, dependencies, submission),
      )
      if (file && !isNew) await removeFile(file.row.id)
      return billView(row, links)
    } catch (error) {
      // After any other error, the bill may exist. If it doesn't, the sweep deletes the file.
      if (file && error instanceof AppError) await removeFile(file.row.id)
      throw error
    }
  }

  const assertHuman = async (token: string): Promise<void> => {
    if (token === '') throw new AppError('human_check_missing', { field: 'captchaToken' })
    const isHuman = await humanCheck.isHuman(token, ACTION).catch((error: unknown) => {
      throw new AppError('human_check_failed', { cause: error })
    })
    if (!isHuman) throw new AppError('not_human', { field: 'captchaToken' })
  }

  const removeFile = (id: string): Promise<void> =>
    files.remove(id).catch((error: unknown) => {
      log.error({ err: error, file: id }, 'could not delete a file; the sweep will delete it')
    })

  return {
    receiveFile: files.receive,
    /** Takes ownership of the file: it's kept with the bill or discarded. */
    submit: async (
      caller: ContractorCaller,
      { fields, file }: { fields: SubmittedFields; file: SubmittedFile | undefined },
      key: string | undefined,
    ): Promise<ContractorBill> => {
      try {
        const vendor = assertOwn(caller, fields)
        return await submit({ caller, vendor, fields, file: file && checkFile(file), key })
      } catch (error) {
        throw error instanceof AppError ? error : new AppError('submit_failed', { cause: error })
      } finally {
        await file?.discard()
      }
    },
  }
}

/** `isNew` is false when another request with the same idempotency key was faster. */
const storeBill = async (
  tx: Db,
  { config, jobs }: Pick<Dependencies, 'config' | 'jobs'>,
  submission: Submission,
): Promise<{ row: BillRow; isNew: boolean }> => {
  const { caller, vendor, file, key } = submission
  const { content } = submission.fields
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
      ...content,
      invoiceNumberKey: invoiceNumberKey(content.invoiceNumber),
      fileId: file?.row.id,
      submissionKey: key,
      duplicates,
    },
    file?.row,
  )
  const fileSha256 = file?.row.sha256 ?? null
  await recordEvent(tx, {
    actor: caller.email,
    action: 'bill_submitted',
    subject: { kind: 'bill', id: row.id },
    details: { vendor, ...content, fileSha256, duplicates },
  })
  await jobs.send(tx, billMailJob, { billId: row.id, step: 'received', version: row.version })
  await jobs.send(tx, approverNoticeJob, { billId: row.id })
  return { row, isNew: true }
}
