// Turns a submitted invoice into a bill with its file, or leaves nothing behind.
import { randomUUID } from 'node:crypto'
import { businessDay } from '@invoice-desk/contract/business-day'
import type { ContractorBill } from '@invoice-desk/contract/contractor'
import { DUE_DATE_PAST } from '@invoice-desk/contract/invoice-form'
import { AppError } from '../../../app-error.ts'
import { billEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { createFileLinks } from '../../../file-links.ts'
import type { ContractorCaller } from '../../../http/access.ts'
import { invoiceNumberKey } from '../../../invoice-number-key.ts'
import { newJob } from '../../../jobs/queue.ts'
import { billView } from '../bills/bill-view.ts'
import { approverNoticeJob, billMailJob } from '../job-kinds.ts'
import { type BillRow, insertBill } from '../queries.ts'
import {
  assertOwn,
  assertStillOwn,
  checkDuplicates,
  checkFile,
  repeatedBill,
  type Submission,
  type SubmittedFields,
  type SubmittedFile,
} from './checks.ts'
import { findSubmission, readSubmissionState, vendorLock } from './queries.ts'

/** The action that the page names in the human check. */
const ACTION = 'submit_invoice'

export const createSubmission = (dependencies: Dependencies) => {
  const { config, database, files, humanCheck, log } = dependencies
  const links = createFileLinks(config)

  const submit = async (submission: Submission): Promise<ContractorBill> => {
    try {
      await assertWelcome(submission.fields)
    } catch (refusal) {
      // A repeated request has a used token, and its due date may have passed since.
      const repeated = await findRepeated(submission)
      if (repeated) return billView(repeated, links)
      throw refusal
    }
    const { file } = submission
    await file?.received.keep(file.row.id)
    try {
      const { row, isNew } = await database.db.transaction(
        (tx) => storeBill(tx, config.businessTimeZone, submission),
        vendorLock(submission.vendor),
      )
      if (file && !isNew) await removeFile(file.row.id)
      return billView(row, links)
    } catch (error) {
      // After any other error, the bill may exist. If it doesn't, the sweep deletes the file.
      if (file && error instanceof AppError) await removeFile(file.row.id)
      throw error
    }
  }

  const findRepeated = async (submission: Submission): Promise<BillRow | undefined> => {
    const { caller, key } = submission
    const found =
      key === undefined ? undefined : await findSubmission(database.db, caller.email, key)
    return repeatedBill(found, submission)
  }

  const assertWelcome = async ({ content, captchaToken }: SubmittedFields): Promise<void> => {
    if (content.dueDate < businessDay(Date.now(), config.businessTimeZone))
      throw new AppError('invalid_input', { text: DUE_DATE_PAST, field: 'dueDate' })
    await assertHuman(captchaToken)
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

/** `isNew` is false for a repeated request. The vendor must be locked. */
const storeBill = async (
  tx: Db,
  zone: string,
  submission: Submission,
): Promise<{ row: BillRow; isNew: boolean }> => {
  const { caller, vendor, fields, file, key } = submission
  const { content, isConfirmed } = fields
  const numberKey = invoiceNumberKey(content.invoiceNumber)
  const candidate = { vendor, invoiceNumberKey: numberKey, amountCents: content.amountCents }
  const { tokenHash, email } = caller
  const sha256 = file?.row.sha256
  const state = await readSubmissionState(tx, { ...candidate, tokenHash, key, sha256 })
  const repeated = repeatedBill(state.repeated, submission)
  if (repeated) return { row: repeated, isNew: false }
  assertStillOwn(state, vendor)
  const duplicates = checkDuplicates(state, candidate, { isConfirmed, zone })
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
