// Emails a message or a note to those who should know about it.
import { isPlainEmail } from '@invoice-desk/contract/email'
import type { Dependencies } from '../../../dependencies.ts'
import { findTask } from '../../approval/queries.ts'
import { readProgress } from '../../approval/rules/queries.ts'
import { contractorMail, staffMail } from './mails.ts'
import { findMessage, listContractorWriters, listStaffWriters } from './queries.ts'
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
      nextApprovers: asked.map(({ email }) => email),
      approvers: approvers.filter(({ email }) => isPlainEmail(email)),
    })
    // Someone has to answer a contractor. A note can wait until the next person opens the invoice.
    return recipients.length > 0 || kind === 'note' ? recipients : [config.contactEmail]
  }

  return async (messageId: string): Promise<void> => {
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
    const contractors = new Set([bill.email, ...(await listContractorWriters(db, bill.id))])
    // One email each, because they may not know each other.
    for (const recipient of [...contractors].filter(isPlainEmail)) {
      if (recipient !== author) await mailer.send(contractorMail(config, message, bill, recipient))
    }
  }
}
