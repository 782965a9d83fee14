// Runs the jobs of payments.
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler } from '../../jobs/queue.ts'
import { listEmailsWithTool } from '../identity/queries.ts'
import { receiptMailJob, reviewMailJob, settlePaymentJob } from './job-kinds.ts'
import { receiptMail, reviewMail } from './mails.ts'
import { findAttempt, listLines } from './queries.ts'
import { createReceipts } from './receipt.ts'
import { createSettle } from './settle.ts'

/** When somebody else is at it, what they see may be older than what this job is about. */
const AGAIN_SECONDS = 3

export const paymentJobs = (dependencies: Dependencies): JobHandler[] => {
  const { config, database, jobs, mailer } = dependencies
  const { db } = database
  const { settle } = createSettle(dependencies)
  const receipts = createReceipts(dependencies)

  return [
    handleJob(settlePaymentJob, async (data) => {
      if (await settle(data.attemptId)) return
      await jobs.send(db, settlePaymentJob, data, { startAfterSeconds: AGAIN_SECONDS })
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
      const tooled = await listEmailsWithTool(db, config.staff, 'pay_invoice')
      const staff = tooled.length > 0 ? tooled : [config.contactEmail]
      if (attempt) await mailer.send(reviewMail(config, attempt, { review, staff, jobId }))
    }),
  ]
}
