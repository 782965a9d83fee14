// Runs the contractor portal's jobs.
import { PENDING_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { isPlainEmail } from '@invoice-desk/contract/values/email'
import type { z } from 'zod'
import { recordEvent } from '../../db/audit.ts'
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler } from '../../jobs/queue.ts'
import { createToken, hashToken } from '../../secrets/link-tokens.ts'
import { findTask } from '../approval/queries.ts'
import { readProgress } from '../approval/rules/queries.ts'
import { createMessageNotice } from './conversation/notify.ts'
import { createDocuments } from './document/documents.ts'
import {
  approverNoticeJob,
  billMailJob,
  fileNoticeJob,
  messageMailJob,
  retentionJob,
  sweepJob,
  verificationMailJob,
} from './job-kinds.ts'
import { approverMail, stepMail, verificationMail } from './mails.ts'
import { readPayment } from './payment.ts'
import {
  deleteVerificationsExpiredBefore,
  findBill,
  insertVerification,
  markSentForApproval,
} from './queries.ts'
import { type PaidBill, remittanceMail } from './remittance-mail.ts'
import { eraseExpired } from './retention/retention.ts'
import { sweepFiles } from './sweep/sweep.ts'
import { fileNoticeMail } from './sweep/sweep-mail.ts'
import { expiryFrom } from './verification/verification.ts'

/** An expired link is reported as expired for this long, then as unknown. */
const EXPIRED_RETENTION_MS = 90 * 24 * 3_600_000

/** The approvers find it in the list and in their daily emails. */
const NO_EMAILS = { note: 'No email was sent: they chose one per day or none.' }

type ApproverNotice = z.infer<typeof approverNoticeJob.data>
type BillMail = z.infer<typeof billMailJob.data>

export const contractorJobs = (dependencies: Dependencies): JobHandler[] => {
  const { config, database, mailer } = dependencies
  const { db } = database
  const documents = createDocuments(dependencies)

  const sendVerification = async (email: string, jobId: string): Promise<void> => {
    const token = createToken()
    const expiresAt = expiryFrom(new Date())
    // Stored first, so the link works as soon as the email arrives.
    await insertVerification(db, { tokenHash: hashToken(token), email, expiresAt })
    await mailer.send(verificationMail(config, { email, token, jobId }))
  }

  /** What is in its document may decide who has to approve it. */
  const findReadTask = async (billId: string) => {
    const bill = await findTask(db, billId)
    const fileId = bill?.documentCheck === 'unread' ? bill.fileId : null
    return fileId !== null && (await documents.read(fileId)) ? findTask(db, billId) : bill
  }

  const notifyApprovers = async ({ billId, version, only }: ApproverNotice): Promise<void> => {
    const bill = await findReadTask(billId)
    if (!bill || !PENDING_STATUSES.includes(bill.status)) return
    // The job may run again after it has sent the email, or so late that a correction has its own.
    const isLate = bill.status !== 'received' || bill.changes.resubmittedAt !== undefined
    if (version === 1 && isLate) return
    const { progress, counts, asked } = await readProgress(db, config, bill)
    // One address that the mailer refuses would stop the email to everyone.
    const approvers = asked.filter(({ email }) => isPlainEmail(email))
    const wanting = approvers.filter(
      ({ email, notices }) => notices === 'each' && (only?.includes(email) ?? true),
    )
    const recipients =
      approvers.length > 0 ? wanting.map(({ email }) => email) : [config.contactEmail]
    if (recipients.length > 0)
      await mailer.send(
        approverMail(config, bill, {
          recipients,
          version,
          rule: progress.rule?.name,
          approvedBy: progress.given.map(({ email }) => email),
          needed: counts.needed,
        }),
      )
    await db.transaction(async (tx) => {
      if (!(await markSentForApproval(tx, bill))) return
      await recordEvent(tx, {
        actor: 'system',
        action: 'bill_sent_for_approval',
        subject: { kind: 'bill', id: billId },
        details: recipients.length > 0 ? { approvers: recipients } : NO_EMAILS,
      })
    })
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

  const notifyOfMessage = createMessageNotice(dependencies)

  return [
    handleJob(verificationMailJob, ({ email }, jobId) => sendVerification(email, jobId)),
    handleJob(approverNoticeJob, notifyApprovers),
    handleJob(billMailJob, mailStep),
    handleJob(messageMailJob, notifyOfMessage),
    handleJob(sweepJob, async () => {
      await deleteVerificationsExpiredBefore(db, new Date(Date.now() - EXPIRED_RETENTION_MS))
      await sweepFiles(dependencies)
      await documents.readMissed()
    }),
    handleJob(retentionJob, () => eraseExpired(dependencies)),
    handleJob(fileNoticeJob, (notice) => mailer.send(fileNoticeMail(config, notice))),
  ]
}
