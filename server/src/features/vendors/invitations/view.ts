// Builds what staff see of an invitation.
import { DAY_MS } from '@invoice-desk/contract/values/business-day'
import { VENDOR_DETAILS_DAYS_MAX } from '@invoice-desk/contract/values/limits'
import type { VendorDetails } from '@invoice-desk/contract/vendors/vendor-details'
import type { VendorInvitation } from '@invoice-desk/contract/vendors/vendor-invitations'
import { type InvitationRow, SWEEP_INTERVAL_MS } from './queries.ts'

export const toInvitation = (row: InvitationRow): VendorInvitation => ({
  id: row.id,
  email: row.email,
  name: row.name,
  state: row.state,
  version: row.version,
  sentAt: row.sentAt.toISOString(),
  expiresAt: expiryOf(row).toISOString(),
  ...(row.invitedBy !== null && { invitedBy: row.invitedBy }),
  ...(row.submittedAt && { submittedAt: row.submittedAt.toISOString() }),
})

const expiryOf = ({ state, submittedAt, linkExpiresAt }: InvitationRow): Date =>
  state === 'submitted' && submittedAt
    ? new Date(submittedAt.getTime() + VENDOR_DETAILS_DAYS_MAX * DAY_MS - SWEEP_INTERVAL_MS)
    : linkExpiresAt

/** Undefined if the vendor has sent none yet. */
export const detailsOf = ({ details, submittedAt }: InvitationRow): VendorDetails | undefined =>
  details && submittedAt ? { ...details, submittedAt: submittedAt.toISOString() } : undefined
