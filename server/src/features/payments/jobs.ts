// Runs the jobs of payments.
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler } from '../../jobs/queue.ts'
import { listEmailsWithTool } from '../identity/queries.ts'
import { createSettle } from './attempt/settle.ts'
import {
  receiptMailJob,
  reconcileJob,
  reconciliationMailJob,
  reviewMailJob,
  settlePaymentJob,
} from './job-kinds.ts'
import { receiptMail, reconciliationMail, reviewMail } from './mails.ts'
import { type Attempt, findAttempt, listLines } from './queries.ts'
import { createReceipts } from './receipt/receipt.ts'
import { findReconciliation } from './reconciliation/queries.ts'
import { createReconcile } from './reconciliation/reconcile.ts'

/** When somebody else is at it, what they see may be older than what this job is about. */
const AGAIN_SECONDS = 3

const SOON_MS = 10 * 60_000

const isSoonAsked = ({ nextCheckAt }: Attempt): boolean =>
  nextCheckAt !== null && nextCheckAt.getTime() < Date.now() + SOON_MS

export const paymentJobs = (dependencies: Dependencies): JobHandler[] => {
  const { config, database, jobs, mailer } = dependencies
  const { db } = database
  const { settle } = createSettle(dependencies)
  const receipts = createReceipts(dependencies)
  const reconcile = createReconcile(dependencies)

  const listStaff = async (): Promise<string[]> => {
    const tooled = await listEmailsWithTool(db, config.staff, 'pay_invoice')
    return tooled.length > 0 ? tooled : [config.contactEmail]
  }

  return [
    handleJob(settlePaymentJob, async (data) => {
      const settled = await settle(data.attemptId)
      if (!settled) {
        await jobs.send(db, settlePaymentJob, data, { startAfterSeconds: AGAIN_SECONDS })
      } else if (settled.unanswered && !isSoonAsked(settled.attempt)) {
        // What a provider reports it reports once, and the janitor would come late or never.
        throw new Error(`${settled.unanswered} could not be asked about a payment`)
      }
    }),
    handleJob(receiptMailJob, async ({ attemptId }) => {
      const attempt = await findAttempt(db, attemptId)
      if (!attempt) return
      const lines = await listLines(db, attemptId)
      const file = await receipts.fileOf(attempt, lines)
      await mailer.send(receiptMail(config, attempt, { lines, file, url: receipts.urlOf(attempt) }))
    }),
    handleJob(reviewMailJob, async ({ attemptId, review }, jobId) => {
      const attempt = await findAttempt(db, attemptId)
      const staff = await listStaff()
      if (attempt) await mailer.send(reviewMail(config, attempt, { review, staff, jobId }))
    }),
    handleJob(reconcileJob, async () => {
      await reconcile.prune()
      const { failure } = await reconcile.run({ tellStaff: true })
      // Tried again later in the day; what was found so far is kept and told.
      if (failure !== undefined) throw new Error(failure)
    }),
    handleJob(reconciliationMailJob, async ({ id }) => {
      const found = await findReconciliation(db, id)
      if (found) await mailer.send(reconciliationMail(config, found, await listStaff()))
    }),
  ]
}
