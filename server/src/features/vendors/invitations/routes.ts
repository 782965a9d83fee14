// Endpoints for vendor invitations: staff invite and review, vendors send their details.
import * as details from '@invoice-desk/contract/vendors/vendor-details'
import * as invitations from '@invoice-desk/contract/vendors/vendor-invitations'
import type { Dependencies } from '../../../dependencies.ts'
import type { Bind } from '../../../http/bind.ts'
import { mailboxOf } from '../../../lib/same-mailbox.ts'
import { hashToken } from '../../../secrets/link-tokens.ts'
import { createAcceptance } from './accept.ts'
import { createVendorDetails } from './details.ts'
import { createInvitations } from './service.ts'

export const vendorInvitationRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const service = createInvitations(dependencies)
  const accept = createAcceptance(dependencies)
  bind(invitations.listVendorInvitations, ({ query }) => service.list(query))
  bind(invitations.inviteVendor, async ({ body, caller }) => ({
    invitation: await service.invite(caller, body),
  }))
  bind(invitations.removeVendorInvitation, async ({ body, caller }) => {
    await service.remove(caller, body)
    return { message: 'Invitation removed' }
  })
  bind(invitations.reviewVendorInvitation, ({ query }) => service.review(query.id))
  bind(invitations.acceptVendorDetails, ({ body, caller }) => accept(caller, body))
  bind(invitations.sendBackVendorDetails, async ({ body, caller }) => ({
    invitation: await service.sendBack(caller, body),
  }))

  const vendor = createVendorDetails(dependencies)
  bind(details.openVendorDetails, ({ body }) => vendor.open(body))
  bind(details.submitVendorDetails, async ({ body, limits }) => {
    await limits.take('vendor_details', hashToken(body.token))
    return vendor.submit(body)
  })
  bind(details.requestDetailsLink, async ({ caller, limits }) => {
    await limits.take('details_link', mailboxOf(caller.email))
    await vendor.sendLink(caller)
    return { message: `We emailed a link to ${caller.email}.` }
  })
}
