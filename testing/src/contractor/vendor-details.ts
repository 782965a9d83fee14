// Invites vendors and sends their details, over HTTP.
import type { BodyOf } from '@invoice-desk/contract/http/endpoint'
import { submitVendorDetails } from '@invoice-desk/contract/vendors/vendor-details'
import {
  inviteVendor,
  type VendorInvitation,
} from '@invoice-desk/contract/vendors/vendor-invitations'
import type { AnyDesk } from '../app/any-desk.ts'
import { linkIn, mailsTo } from '../sandbox/mailbox.ts'
import { waitFor } from '../wait-for.ts'

export const DETAILS = {
  legalName: 'Fern & Fable Bookbinding LLC',
  businessName: 'Fern & Fable',
  address: { line1: '7 Quay Street', city: 'Astoria', state: 'OR', zipCode: '97103' },
  classification: 'llc_partnership',
  taxIdType: 'EIN',
  taxId: '93-1204417',
  signedBy: 'Fern Fable',
  isCertified: true,
} as const satisfies Omit<BodyOf<typeof submitVendorDetails>, 'token'>

export type Invited = VendorInvitation & { readonly token: string }

/** The token in the newest email with a link that isn't known yet. */
export const nextToken = (desk: AnyDesk, email: string, known: readonly string[] = []) =>
  waitFor(async () => {
    const links = (await mailsTo(desk, email))
      .map(linkIn)
      .filter((link) => link.includes('/vendor-details'))
    const tokens = links.map((link) => new URL(link).searchParams.get('token') ?? '')
    const token = tokens.find((each) => each !== '' && !known.includes(each))
    if (token === undefined) throw new Error(`no invitation to ${email}`)
    return token
  })

let invitations = 0

/** As staff with this token. */
export const invite = async (
  desk: AnyDesk,
  staffToken: string,
  given: { email?: string; name?: string } = {},
): Promise<Invited> => {
  invitations += 1
  const { email = `vendor.${invitations}.${process.pid}@fern.example`, name = 'Fern & Fable' } =
    given
  const { status, body } = await desk.call(inviteVendor, {
    token: staffToken,
    body: { email, name },
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { ...body.invitation, token: await nextToken(desk, email) }
}

export const sendDetails = (
  desk: AnyDesk,
  token: string,
  change: Readonly<Record<string, unknown>> = {},
) => desk.call(submitVendorDetails, { body: { ...DETAILS, ...change, token } })
