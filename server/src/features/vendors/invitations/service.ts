// Invites vendors, and lists, reviews, sends back and removes what they sent.
import type { BodyOf, QueryOf, ResponseOf } from '@invoice-desk/contract/http/endpoint'
import type {
  inviteVendor,
  listVendorInvitations,
  removeVendorInvitation,
  reviewVendorInvitation,
  sendBackVendorDetails,
} from '@invoice-desk/contract/vendors/vendor-invitations'
import { recordEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import { insertJobs } from '../../../db/record.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { StaffCaller } from '../../../http/access.ts'
import { refuseWith } from '../../../http/quickbooks-refusals.ts'
import { AppError } from '../../../lib/app-error.ts'
import { toVendorMapping } from '../list.ts'
import { findMappingByEmail, listEmailsOfVendors } from '../queries.ts'
import { inviteVendors, linkMailJob } from './invite.ts'
import {
  deleteInvitation,
  findInvitation,
  findInvitationOf,
  type InvitationRow,
  listInvitations,
  newExpiry,
  updateInvitation,
} from './queries.ts'
import { findSimilar } from './similar.ts'
import { detailsOf, toInvitation } from './view.ts'

type SendBack = BodyOf<typeof sendBackVendorDetails>
type Review = ResponseOf<typeof reviewVendorInvitation>

export const createInvitations = ({ books, database: { db } }: Dependencies) => {
  const list = async ({ page, pageSize }: QueryOf<typeof listVendorInvitations>) => {
    const part = { limit: pageSize, offset: (page - 1) * pageSize }
    const { rows, ...counts } = await listInvitations(db, part)
    return { invitations: rows.map(toInvitation), ...counts }
  }

  const invite = (actor: StaffCaller, { email, name }: BodyOf<typeof inviteVendor>) =>
    db.transaction(async (tx) => {
      const [row] = await inviteVendors(tx, [{ email, name }], actor.email)
      if (row) return toInvitation(row)
      const waiting = await findInvitationOf(tx, email)
      throw new AppError('changed_meanwhile', {
        field: 'email',
        text: `${waiting?.name ?? email} has already sent details. Review them first.`,
        extra: { invitationId: waiting?.id },
      })
    })

  const review = async (id: string): Promise<Review> => {
    const row = await findInvitation(db, id)
    const details = row && detailsOf(row)
    if (!row || !details) throw unknownInvitation()
    const mapping = await findMappingByEmail(db, row.email)
    const vendors = await books.listVendors().catch(refuseWith('qbo_vendors_failed'))
    const { email, name } = row
    const similar = findSimilar({ email, name, details, mappedTo: mapping?.vendor }, vendors)
    const emails = await listEmailsOfVendors(
      db,
      similar.map(({ vendor }) => vendor.name),
    )
    return {
      invitation: toInvitation(row),
      details,
      ...(mapping && { mapping: toVendorMapping(mapping) }),
      similar: similar.map(({ vendor, similarities }) => ({
        ...UNREAD,
        ...vendor,
        email: vendor.email ?? '',
        mappedEmails: emails.get(vendor.name.toLowerCase()) ?? [],
        similarities,
      })),
    }
  }

  const sendBack = (actor: StaffCaller, { reason, ...chosen }: SendBack) =>
    db.transaction(async (tx) => {
      const submitted = await getSubmitted(tx, chosen, { lock: true })
      assertUnclaimed(submitted)
      const { id, email, name } = submitted
      const row = await updateInvitation(tx, id, {
        state: 'sent_back',
        sealedTaxId: null,
        reason,
        decidedBy: actor.email,
        decidedAt: new Date(),
        tokenHashes: [],
        sentAt: new Date(),
        linkExpiresAt: newExpiry,
      })
      await recordEvent(tx, {
        actor: actor.email,
        action: 'vendor_details_sent_back',
        subject: { kind: 'vendor_invitation', id },
        details: { email, vendor: name, reason },
      })
      await insertJobs(tx, [linkMailJob(row)])
      return toInvitation(row)
    })

  const remove = (actor: StaffCaller, { id, version }: BodyOf<typeof removeVendorInvitation>) =>
    db.transaction(async (tx) => {
      const row = await findInvitation(tx, id, { lock: true })
      if (!row) throw unknownInvitation()
      if (row.version !== version) throw new AppError('changed_meanwhile')
      assertUnclaimed(row)
      await deleteInvitation(tx, row.id)
      await recordEvent(tx, {
        actor: actor.email,
        action: 'vendor_invitation_removed',
        subject: { kind: 'vendor_invitation', id: row.id },
        details: { email: row.email, vendor: row.name },
      })
    })

  return { list, invite, review, sendBack, remove }
}

/** An old copy of QuickBooks doesn't have these. */
const UNREAD = {
  companyName: '',
  address: { line1: '', city: '', state: '', zipCode: '' },
  taxIdLast4: '',
}

/** The row must be locked. */
export const assertUnclaimed = ({ claimedUntil }: InvitationRow): void => {
  if (claimedUntil && claimedUntil > new Date())
    throw new AppError('changed_meanwhile', {
      text: 'These details are being accepted right now. Please try again in a few minutes.',
    })
}

const unknownInvitation = () =>
  new AppError('not_found', { text: "We couldn't find these details. They may have been removed." })

/** Details that wait for review, unless they have changed since staff saw them. */
export const getSubmitted = async (
  db: Db,
  { id, version }: { id: string; version: number },
  options?: { lock: boolean },
): Promise<InvitationRow> => {
  const row = await findInvitation(db, id, options)
  if (!row) throw unknownInvitation()
  if (row.version !== version || row.state !== 'submitted') throw new AppError('changed_meanwhile')
  return row
}
