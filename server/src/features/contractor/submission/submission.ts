// A submitted invoice becomes a bill: with its file, its audit event and its jobs, or not at all.
import { businessDay } from '@invoice-desk/contract/business-day'
import type { ContractorBill } from '@invoice-desk/contract/contractor'
import { DUE_DATE_PAST } from '@invoice-desk/contract/invoice-form'
import { AppError } from '../../../app-error.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { createFileLinks } from '../../../file-links.ts'
import type { ContractorCaller } from '../../../http/access.ts'
import { billView } from '../bills/bill-view.ts'
import {
  assertOwn,
  checkFile,
  findRepeated,
  type Submission,
  type SubmittedFields,
  type SubmittedFile,
} from './checks.ts'
import { storeBill } from './store-bill.ts'

/** What the page names when it asks for the human check. */
const ACTION = 'submit_invoice'

export const createSubmission = (dependencies: Dependencies) => {
  const { config, database, files, humanCheck, log } = dependencies
  const { db, pool } = database
  const links = createFileLinks(config)

  const submit = async (submission: Submission): Promise<ContractorBill> => {
    const repeated = await findRepeated(db, submission)
    if (repeated) return billView(repeated, links)
    assertDue(submission.fields.dueDate)
    await assertHuman(submission.fields.captchaToken)
    const { file } = submission
    await file?.received.keep(file.id)
    try {
      const { row, isNew } = await inTransaction(pool, (tx) =>
        storeBill(tx, dependencies, submission),
      )
      if (file && !isNew) await removeFile(file.id)
      return billView(row, links)
    } catch (error) {
      // After any other failure nobody can say whether the bill stands; the sweep will know.
      if (file && error instanceof AppError) await removeFile(file.id)
      throw error
    }
  }

  const assertDue = (day: string): void => {
    const today = businessDay(Date.now(), config.businessTimeZone)
    if (day < today) throw new AppError('invalid_input', { text: DUE_DATE_PAST, field: 'dueDate' })
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
      log.error({ err: error, file: id }, 'a file is left to the sweep')
    })

  return {
    receiveFile: files.receive,
    /** Owns the file from here on: it is kept with the bill or gone. */
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
