// Emails a message or a note to those who should know about it.
import { isAccepted } from '@invoice-desk/contract/bills/bill-status'
import { isPlainEmail } from '@invoice-desk/contract/values/email'
import type { z } from 'zod'
import { insertJobs } from '../../../db/record.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { newJob } from '../../../jobs/queue.ts'
import { messageMailJob } from '../job-kinds.ts'
import { findTask } from '../queries.ts'
import { readProgress } from '../rules/queries.ts'
import { contractorMail, staffMail } from './mails.ts'
import { findMessage, listContractors, listStaffWriters } from './queries.ts'
import { staffToNotify } from './recipients.ts'

export const createMessageNotice = ({ config, database: { db }, mailer }: Dependencies) => {
  const findStaff = async (
    kind: 'contractor' | 'note',
    author: string,
    bill: NonNullable<Awaited<ReturnType<typeof findTask>>>,
  ): Promise<string[]> => {
    const { asked, approvers } = await readProgress(db, config, bill)
    const recipients = staffToNotify({
      kind,
      author,
      submitter: bill.email,
      writers: await listStaffWriters(db, bill.id),
      deciders: [...bill.approvals.map(({ email }) => email), bill.decidedBy ?? ''],
      nextApprovers: isAccepted(bill.status) ? [] : asked.map(({ email }) => email),
      approvers: approvers.filter(({ email }) => isPlainEmail(email)),
    })
    // Someone has to answer a contractor. A note can wait until the next person opens the invoice.
    return recipients.length > 0 || kind === 'note' ? recipients : [config.contactEmail]
  }

  return async ({ messageId, to }: z.infer<typeof messageMailJob.data>): Promise<void> => {
    const found = await findMessage(db, messageId)
    const bill = found && (await findTask(db, found.billId))
    if (!bill) return
    const { kind, author } = found
    const message = { id: messageId, ...found }
    if (kind !== 'staff') {
      const recipients = await findStaff(kind, author, bill)
      if (recipients.length > 0) await mailer.send(staffMail(config, message, bill, recipients))
      return
    }
    const contractors = (await listContractors(db, bill.id)).filter(
      (email) => isPlainEmail(email) && email !== author,
    )
    if (to === undefined) {
      // One email each, because they may not know each other. One job each, so that a retry is for one of them.
      const jobs = contractors.map((email) => newJob(messageMailJob, { messageId, to: email }))
      await insertJobs(db, jobs)
    } else if (contractors.includes(to)) {
      await mailer.send(contractorMail(config, message, bill, to))
    }
  }
}
