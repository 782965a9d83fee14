// Runs the payment jobs.
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler } from '../../jobs/queue.ts'
import { listEmailsWithTool } from '../identity/queries.ts'
import { serviceName } from './attempt/attempt.ts'
import { receiptUrlOf } from './attempt/outcome.ts'
import { settle } from './attempt/settle.ts'
import {
  receiptMailJob,
  reconcileJob,
  reconciliationMailJob,
  reviewMailJob,
  settlePaymentJob,
} from './job-kinds.ts'
import { receiptMail, reconciliationMail, reviewMail } from './mails.ts'
import { type Attempt, findAttempt, listLines } from './queries.ts'
import { receiptOf } from './receipt/receipt.ts'
import { findReconciliation } from './reconciliation/queries.ts'
import { deleteOldRows, reconcile } from './reconciliation/reconcile.ts'

/** The delay when another worker has leased the attempt, because that worker may have read it before this job's event. */
const RETRY_SECONDS = 3

const SOON_MS = 10 * 60_000

const isCheckedSoon = ({ nextCheckAt }: Attempt): boolean =>
  nextCheckAt !== null && nextCheckAt.getTime() < Date.now() + SOON_MS

export const paymentJobs = (deps: Dependencies): JobHandler[] => {
  const { config, database, jobs, mailer } = deps
  const { db } = database

  const listStaff = async (): Promise<string[]> => {
    const withTool = await listEmailsWithTool(db, config.staff, 'pay_invoice')
    return withTool.length > 0 ? withTool : [config.contactEmail]
  }

  return [
    handleJob(settlePaymentJob, async (data) => {
      const settled = await settle(deps, data.attemptId)
      if (!settled) {
        await jobs.send(db, settlePaymentJob, data, { startAfterSeconds: RETRY_SECONDS })
      } else if (settled.unanswered && !isCheckedSoon(settled.attempt)) {
        // The provider won't send the event again, and the next scheduled check is far off or won't happen, so the job retries.
        throw new Error(
          `${serviceName(settled.unanswered)} didn't answer when we checked a payment`,
        )
      }
    }),
    handleJob(receiptMailJob, async ({ attemptId }) => {
      const attempt = await findAttempt(db, attemptId)
      if (!attempt) return
      const lines = await listLines(db, attemptId)
      const file = await receiptOf(config, attempt, lines)
      const url = receiptUrlOf(config, attempt)
      await mailer.send(receiptMail(config, attempt, { lines, file, url }))
    }),
    handleJob(reviewMailJob, async ({ attemptId, review }, jobId) => {
      const attempt = await findAttempt(db, attemptId)
      const staff = await listStaff()
      if (attempt) await mailer.send(reviewMail(config, attempt, { review, staff, jobId }))
    }),
    handleJob(reconcileJob, async () => {
      await deleteOldRows(deps)
      const { failure } = await reconcile(deps, { isNightly: true })
      // The job retries. What this run found is already stored and emailed.
      if (failure !== undefined) throw new Error(failure)
    }),
    handleJob(reconciliationMailJob, async ({ id }) => {
      const found = await findReconciliation(db, id)
      if (found) await mailer.send(reconciliationMail(config, found, await listStaff()))
    }),
  ]
}
