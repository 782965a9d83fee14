// Reads the documents of bills and emails those who can approve them.
import { PENDING_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import type { ReadDocument } from '@invoice-desk/contract/document/read-document'
import { isPlainEmail } from '@invoice-desk/contract/values/email'
import type { z } from 'zod'
import type { Db } from '../../db/client.ts'
import type { Dependencies } from '../../dependencies.ts'
import { newJob } from '../../jobs/queue.ts'
import { createDocuments } from '../bills/document/documents.ts'
import { listUnreadFiles, storeDocument } from '../bills/document/queries.ts'
import { approverNoticeJob } from '../bills/job-kinds.ts'
import { isSameRound, moveBill } from '../bills/write-bill.ts'
import { approverMail } from './approver-mail.ts'
import { findTask } from './queries.ts'
import { readProgress } from './rules/queries.ts'

/** The approvers find it in the list and in their daily emails. */
const NO_EMAILS = { note: 'No email was sent: they chose one per day or none.' }

/** Until then, the job that emails the approvers reads it. */
const MISSED_AFTER_MS = 10 * 60_000
const MISSED_FILES_MAX = 5_000
const MISSED_MS_MAX = 20 * 60_000

type ApproverNotice = z.infer<typeof approverNoticeJob.data>

export const createApproverNotice = (dependencies: Dependencies) => {
  const { config, database, mailer } = dependencies
  const { db } = database
  const documents = createDocuments(dependencies)

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
    // The approvers' email may be about an earlier version.
    await moveBill(db, 'announce', {
      id: billId,
      actor: 'system',
      details: recipients.length > 0 ? { approvers: recipients } : NO_EMAILS,
      where: isSameRound(bill),
    })
  }

  const progressOf = async (tx: Db, billId: string | null) => {
    const bill = billId === null ? undefined : await findTask(tx, billId)
    // For a new or corrected invoice, the email is still to come.
    if (bill?.status !== 'sent_for_approval') return undefined
    return { bill, ...(await readProgress(tx, config, bill)) }
  }

  /** The approvers were emailed before it was read. Those whose turn it is only now are told. */
  const storeMissed = (
    fileId: string,
    billId: string | null,
    document: ReadDocument,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      const before = await progressOf(tx, billId)
      await storeDocument(tx, fileId, document)
      const after = await progressOf(tx, billId)
      if (!before || !after) return
      const isAsked = new Set(before.asked.map(({ email }) => email))
      const only = after.asked.map(({ email }) => email).filter((email) => !isAsked.has(email))
      const isComplete = before.progress.waiting.length > 0 && after.progress.waiting.length === 0
      if (only.length === 0 && !isComplete) return
      const { id, version } = after.bill
      const jobs = [newJob(approverNoticeJob, { billId: id, version: 0, only })]
      await moveBill(tx, 'ask_others', { id, version, actor: 'system', jobs })
    })

  /** Documents from before an update, and those that couldn't be read when they arrived. */
  const readMissed = async (): Promise<void> => {
    const startedAt = Date.now()
    const missed = await listUnreadFiles(
      db,
      new Date(startedAt - MISSED_AFTER_MS),
      MISSED_FILES_MAX,
    )
    for (const { fileId, billId } of missed) {
      if (Date.now() - startedAt > MISSED_MS_MAX) return
      const document = await documents.readFile(fileId)
      if (document) await storeMissed(fileId, billId, document)
    }
  }

  return { notifyApprovers, readMissed }
}
