// Invites vendors: one row per email, and a job that emails the link.

import { recordEvent, recordEvents } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import { insertJobs } from '../../../db/record.ts'
import { newJob } from '../../../jobs/queue.ts'
import { invitationMailJob } from './job-kinds.ts'
import { type InvitationRow, type Invited, renewInvitation, upsertInvitations } from './queries.ts'

/** Emails the newest link of an invitation. */
export const linkMailJob = ({ id, sentAt }: InvitationRow) =>
  newJob(invitationMailJob, { invitationId: id, sentAt: sentAt.toISOString() })

/** The invitations, without those whose details already wait for review. Each email may occur once. */
export const inviteVendors = async (
  tx: Db,
  invited: readonly Invited[],
  invitedBy: string,
): Promise<InvitationRow[]> => {
  if (invited.length === 0) return []
  const rows = await upsertInvitations(tx, invited, invitedBy)
  await recordEvents(
    tx,
    rows.map(({ id, email, name }) => ({
      actor: invitedBy,
      action: 'vendor_invited',
      subject: { kind: 'vendor_invitation', id },
      details: { email, vendor: name },
    })),
  )
  if (rows.length > 0) await insertJobs(tx, rows.map(linkMailJob))
  return rows
}

/** A vendor asks for a link to correct its details. */
export const sendNewLink = async (tx: Db, vendor: Invited): Promise<void> => {
  const row = await renewInvitation(tx, vendor)
  await recordEvent(tx, {
    actor: row.email,
    action: 'vendor_details_requested',
    subject: { kind: 'vendor_invitation', id: row.id },
    details: { email: row.email },
  })
  await insertJobs(tx, [linkMailJob(row)])
}
