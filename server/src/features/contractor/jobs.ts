// Runs the contractor portal's jobs: emails, and the cleanup of links.
import type { z } from 'zod'
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler } from '../../jobs/queue.ts'
import { createToken, hashToken } from '../../secrets/link-tokens.ts'
import { billMailJob } from '../bills/job-kinds.ts'
import { readPayment } from '../bills/payment.ts'
import { findBill } from '../bills/queries.ts'
import { linkCleanupJob, verificationMailJob } from './job-kinds.ts'
import { stepMail, verificationMail } from './mails.ts'
import { deleteVerificationsExpiredBefore, insertVerification } from './queries.ts'
import { type PaidBill, remittanceMail } from './remittance-mail.ts'
import { expiryFrom } from './verification/verification.ts'

/** An expired link is reported as expired for this long, then as unknown. */
const EXPIRED_RETENTION_MS = 90 * 24 * 3_600_000

type BillMail = z.infer<typeof billMailJob.data>

export const contractorJobs = (dependencies: Dependencies): JobHandler[] => {
  const { config, database, mailer } = dependencies
  const { db } = database

  const sendVerification = async (email: string, jobId: string): Promise<void> => {
    const token = createToken()
    const expiresAt = expiryFrom(new Date())
    // Stored first, so the link works as soon as the email arrives.
    await insertVerification(db, { tokenHash: hashToken(token), email, expiresAt })
    await mailer.send(verificationMail(config, { email, token, jobId }))
  }

  const remit = async ({ billId, version, otherIds = [] }: BillMail): Promise<void> => {
    const paid: PaidBill[] = []
    for (const id of [billId, ...otherIds]) {
      const bill = await findBill(db, id)
      // While email couldn't be sent, it may have been marked as not paid.
      const payment = bill && (await readPayment(db, config, bill))
      if (payment) paid.push({ bill, payment })
    }
    const [first, ...others] = paid
    if (first)
      await mailer.send(
        remittanceMail(config, [first, ...others], `bill-${billId}-paid-${version}`),
      )
  }

  const mailStep = async ({ step, ...about }: BillMail): Promise<void> => {
    if (step === 'paid') return remit({ step, ...about })
    const bill = await findBill(db, about.billId)
    // The contractor may have corrected it since, or staff may even have asked for other changes.
    const isUndone =
      step === 'changes_requested' && (bill?.status !== step || bill.rejectReason !== about.reason)
    if (bill && !isUndone) await mailer.send(stepMail(config, bill, { step, ...about }))
  }

  return [
    handleJob(verificationMailJob, ({ email }, jobId) => sendVerification(email, jobId)),
    handleJob(billMailJob, mailStep),
    handleJob(linkCleanupJob, () =>
      deleteVerificationsExpiredBefore(db, new Date(Date.now() - EXPIRED_RETENTION_MS)),
    ),
  ]
}
