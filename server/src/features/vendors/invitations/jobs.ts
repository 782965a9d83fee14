// Runs the background jobs of vendor invitations.
import type { z } from 'zod'
import { recordEvents } from '../../../db/audit.ts'
import { insertJobs } from '../../../db/record.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { handleJob, type JobHandler, newJob } from '../../../jobs/queue.ts'
import { createToken, hashToken } from '../../../secrets/link-tokens.ts'
import { listEmailsWithTool } from '../../identity/queries.ts'
import {
  acceptedMailJob,
  changedMailJob,
  detailsNoticeJob,
  invitationMailJob,
  invitationSweepJob,
  receivedMailJob,
} from './job-kinds.ts'
import { acceptedMail, changedMail, linkMail, noticeMail, receivedMail } from './mails.ts'
import { addToken, expireDetails, expireLinks, findInvitation } from './queries.ts'

export const invitationJobs = ({
  config,
  database: { db },
  mailer,
}: Dependencies): JobHandler[] => {
  const sendLink = async ({ invitationId, sentAt }: z.infer<typeof invitationMailJob.data>) => {
    const token = createToken()
    // Stored first, so the link works as soon as the email arrives.
    const row = await addToken(db, invitationId, new Date(sentAt), hashToken(token))
    if (row) await mailer.send(linkMail(config, row, token))
  }

  const confirm = async ({ invitationId, version }: z.infer<typeof receivedMailJob.data>) => {
    const row = await findInvitation(db, invitationId)
    if (row) await mailer.send(receivedMail(config, row, version))
  }

  const notify = async ({ invitationId, news, version }: z.infer<typeof detailsNoticeJob.data>) => {
    const row = await findInvitation(db, invitationId)
    // Someone may have reviewed or removed them already.
    if (row?.state !== news) return
    const staff = await listEmailsWithTool(db, config.staff, 'create_vendor')
    const to = staff.find((email) => email === row.invitedBy) ?? config.contactEmail
    await mailer.send(noticeMail(config, row, { news, version, to }))
  }

  const sweep = () =>
    db.transaction(async (tx) => {
      await expireLinks(tx)
      const expired = await expireDetails(tx)
      await recordEvents(
        tx,
        expired.map(({ id, email, name }) => ({
          actor: 'system',
          action: 'vendor_details_expired',
          subject: { kind: 'vendor_invitation', id },
          details: { email, vendor: name },
        })),
      )
      const notices = expired.map(({ id, version }) =>
        newJob(detailsNoticeJob, { invitationId: id, news: 'expired', version }),
      )
      if (notices.length > 0) await insertJobs(tx, notices)
    })

  return [
    handleJob(invitationMailJob, sendLink),
    handleJob(receivedMailJob, confirm),
    handleJob(acceptedMailJob, (accepted) => mailer.send(acceptedMail(config, accepted))),
    handleJob(changedMailJob, (changed) => mailer.send(changedMail(config, changed))),
    handleJob(detailsNoticeJob, notify),
    handleJob(invitationSweepJob, sweep),
  ]
}
