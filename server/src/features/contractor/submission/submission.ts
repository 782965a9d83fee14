// Stores a submitted invoice with its files as a new bill or as a correction of one, or leaves nothing behind.
import type { ContractorBill } from '@invoice-desk/contract/contractor/contractor'
import type { withdrawInvoice } from '@invoice-desk/contract/contractor/submission'
import type { BodyOf } from '@invoice-desk/contract/http/endpoint'
import { HUMAN_CHECK_SUBMIT } from '@invoice-desk/contract/http/human-check'
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { ContractorCaller } from '../../../http/access.ts'
import { assertHuman } from '../../../http/human-gate.ts'
import { AppError } from '../../../lib/app-error.ts'
import { createFileLinks } from '../../../secrets/file-links.ts'
import { ownVendorOf } from '../../bills/ownership.ts'
import type { BillRow } from '../../bills/queries.ts'
import { billView } from '../own-bills/bill-view.ts'
import {
  assertOwn,
  type CorrectionFields,
  type NewBillFields,
  type Stored,
  type Submission,
} from './checks.ts'
import { findCorrected, storeCorrection } from './correction.ts'
import { type BillFile, gatherFiles, newRowsOf, type SubmittedFile } from './files.ts'
import { findSubmitted, storeNewBill } from './new-bill.ts'
import { vendorLock } from './queries.ts'
import { withdrawBill } from './withdrawal.ts'

/** How a submission is stored. */
type Target<Fields extends Submission['fields']> = {
  /** The bill of an earlier request with the same idempotency key. */
  findRepeated(db: Db, submission: Submission<Fields>): Promise<BillRow | undefined>
  /** Runs in a transaction that locks the vendor. */
  store(tx: Db, zone: string, submission: Submission<Fields>): Promise<Stored>
}

const NEW_BILL: Target<NewBillFields> = { findRepeated: findSubmitted, store: storeNewBill }
const CORRECTION: Target<CorrectionFields> = { findRepeated: findCorrected, store: storeCorrection }

export const createSubmission = (dependencies: Dependencies) => {
  const { config, database, files, log } = dependencies
  const links = createFileLinks(config)

  const submit = async <Fields extends Submission['fields']>(
    target: Target<Fields>,
    submission: Submission<Fields>,
  ): Promise<ContractorBill> => {
    const { caller, vendor, files: gathered = [] } = submission
    try {
      const { captchaToken } = submission.fields
      await assertHuman(dependencies, HUMAN_CHECK_SUBMIT, captchaToken, 'human_check_missing')
    } catch (refusal) {
      // A repeated request has a used token.
      const repeated = await target.findRepeated(database.db, submission)
      if (repeated) return billView(repeated, links, caller.email)
      throw refusal
    }
    try {
      for (const { row, received } of gathered) await received?.keep(row.id)
      const { row, isNew } = await database.db.transaction(
        (tx) => target.store(tx, config.businessTimeZone, submission),
        vendorLock(vendor),
      )
      if (!isNew) await removeNew(gathered)
      return billView(row, links, caller.email)
    } catch (error) {
      // After any other error, the bill may exist. If it doesn't, the sweep deletes the file.
      if (error instanceof AppError) await removeNew(gathered)
      throw error
    }
  }

  const removeNew = (gathered: readonly BillFile[]) =>
    Promise.all(newRowsOf(gathered).map(({ id }) => removeFile(id)))

  const removeFile = (id: string): Promise<void> =>
    files.remove(id).catch((error: unknown) => {
      log.error({ err: error, file: id }, 'could not delete a file; the sweep will delete it')
    })

  /** Takes ownership of the files: they're kept with the bill or discarded. */
  const submitAs =
    <Fields extends Submission['fields']>(target: Target<Fields>) =>
    async (
      caller: ContractorCaller,
      { fields, files: sent }: { fields: Fields; files: readonly SubmittedFile[] },
      key: string | undefined,
    ): Promise<ContractorBill> => {
      try {
        const vendor = assertOwn(caller, fields)
        const owner = { email: caller.email, vendor }
        const listed = { list: fields.files, files: sent }
        const gathered = await gatherFiles(database.db, owner, listed)
        return await submit(target, { caller, vendor, fields, files: gathered, key })
      } catch (error) {
        throw error instanceof AppError ? error : new AppError('submit_failed', { cause: error })
      } finally {
        await Promise.all(sent.map((file) => file.discard()))
      }
    }

  const withdraw = async (
    caller: ContractorCaller,
    body: BodyOf<typeof withdrawInvoice>,
  ): Promise<ContractorBill> => {
    ownVendorOf(caller, {})
    const row = await database.db.transaction((tx) => withdrawBill(tx, caller.email, body))
    return billView(row, links, caller.email)
  }

  return {
    withdraw,
    receiveFile: files.receive,
    submit: submitAs(NEW_BILL),
    resubmit: submitAs(CORRECTION),
  }
}
