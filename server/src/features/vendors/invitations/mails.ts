// Builds the emails of vendor invitations.

import { hash } from 'node:crypto'
import { businessDay } from '@invoice-desk/contract/values/business-day'
import { formatDate } from '@invoice-desk/contract/values/dates'
import { VENDOR_DETAILS_DAYS_MAX } from '@invoice-desk/contract/values/limits'
import type { InvitationState } from '@invoice-desk/contract/vendors/vendor-details'
import type { z } from 'zod'
import { renderMail } from '../../../mail/layout.ts'
import type { Mail } from '../../../providers/mail.ts'
import type { Config } from '../../../settings/config.ts'
import type { acceptedMailJob, changedMailJob, detailsNoticeJob } from './job-kinds.ts'
import type { InvitationRow } from './queries.ts'

type Texts = { readonly subject: string; readonly heading: string; readonly text: string }

const ASKED = {
  subject: 'Your link to update your details for {business}',
  heading: 'Update your details',
  text: 'You asked for a link to send or correct your details at {business}.',
}

/** What the email with a link says, by where the invitation is. */
const LINK_TEXTS: Record<InvitationState, Texts> = {
  invited: {
    subject: '{business} needs your vendor details',
    heading: 'Enter your vendor details',
    text: '{business} needs your legal name, address and tax ID to pay you and to report payments to the IRS. It takes about five minutes.',
  },
  sent_back: {
    subject: 'Your vendor details for {business} need a correction',
    heading: 'Correct your details',
    text: "{business} couldn't accept your details yet. Please correct them and send them again.",
  },
  submitted: ASKED,
  accepted: ASKED,
  expired: ASKED,
}

export const linkMail = (config: Config, row: InvitationRow, token: string): Mail => {
  const { businessName, publicUrl, businessTimeZone } = config
  const withBusiness = (text: string) => text.replace('{business}', () => businessName)
  const asked = row.state === 'invited' && row.invitedBy === null ? ASKED : LINK_TEXTS[row.state]
  const lastDay = formatDate(businessDay(row.linkExpiresAt, businessTimeZone))
  return {
    messageId: `vendor-invitation-${row.id}-${row.sentAt.getTime()}`,
    to: [row.email],
    ...renderMail(config, {
      subject: withBusiness(asked.subject),
      heading: asked.heading,
      paragraphs: [withBusiness(asked.text)],
      ...(row.state === 'sent_back' &&
        row.reason !== null && {
          callout: { tone: 'plain', label: 'What to correct', text: row.reason, isQuote: true },
        }),
      facts: [
        ['Vendor', row.name],
        ...(row.invitedBy === null ? [] : ([['Asked by', row.invitedBy]] as const)),
      ],
      button: {
        text: asked.heading,
        url: `${publicUrl}/vendor-details?token=${token}`,
        showsUrl: true,
      },
      notes: [
        `The link works until ${lastDay}. Anyone who has it can see and change your details, so don't forward this email.`,
        'Enter your tax ID only on that page. We never ask for it by email.',
      ],
      reason: `You're getting this email because ${businessName} ${row.invitedBy === null ? 'got a request for it in the contractor portal' : 'wants to pay you as a vendor'}.`,
    }),
  }
}

export const receivedMail = (
  config: Config,
  { id, email, name, linkExpiresAt }: InvitationRow,
  version: number,
): Mail => ({
  messageId: `vendor-received-${id}-${version}`,
  to: [email],
  ...renderMail(config, {
    subject: `${config.businessName} got your details`,
    heading: 'Your details arrived',
    paragraphs: [
      `Someone with your link sent a legal name, address and tax ID to ${config.businessName}. We check them before we use them.`,
    ],
    facts: [['Vendor', name]],
    notes: [
      `If it wasn't you, contact ${config.contactEmail} right away.`,
      `Until ${formatDate(businessDay(linkExpiresAt, config.businessTimeZone))}, or until we accept them, your link can correct them.`,
    ],
    reason: `You're getting this email because details of ${name} were sent with the link that we emailed you.`,
  }),
})

export const acceptedMail = (
  config: Config,
  { invitationId, email, vendor, version }: z.infer<typeof acceptedMailJob.data>,
): Mail => ({
  messageId: `vendor-accepted-${invitationId}-${version}`,
  to: [email],
  ...renderMail(config, {
    subject: `${config.businessName} accepted your details`,
    heading: 'Your details were accepted',
    paragraphs: [
      `${config.businessName} reviewed your details and recorded them. You can now send invoices and see when they're paid.`,
    ],
    facts: [['Vendor', vendor]],
    button: { text: 'Go to the contractor portal', url: `${config.publicUrl}/submit-invoice` },
    notes: ['If your address or tax ID changes, open the portal and choose "Your details".'],
    reason: `You're getting this email because you sent your details to ${config.businessName}.`,
  }),
})

/** To an address that we already had, because someone else's details changed the vendor. */
export const changedMail = (
  config: Config,
  { invitationId, email, by, vendor, version }: z.infer<typeof changedMailJob.data>,
): Mail => ({
  messageId: `vendor-changed-${hash('sha256', `${invitationId} ${version} ${email}`).slice(0, 32)}`,
  to: [email],
  ...renderMail(config, {
    subject: `The details of ${vendor} were changed`,
    heading: 'Your details were changed',
    paragraphs: [
      `${config.businessName} accepted a legal name, address and tax ID for ${vendor} that came from another email address.`,
    ],
    facts: [
      ['Vendor', vendor],
      ['Sent by', by],
    ],
    notes: [`If you didn't expect this, contact ${config.contactEmail} right away.`],
    reason: `You're getting this email because ${config.businessName} uses this address for ${vendor}.`,
  }),
})

export const noticeMail = (
  config: Config,
  row: InvitationRow,
  {
    news,
    version,
    to,
  }: Pick<z.infer<typeof detailsNoticeJob.data>, 'news' | 'version'> & { to: string },
): Mail => ({
  messageId: `vendor-details-${news}-${row.id}-${version}`,
  to: [to],
  ...renderMail(config, {
    ...NOTICES[news](row.name),
    facts: [
      ['Vendor', row.name],
      ['Email address', row.email],
    ],
    button:
      news === 'submitted'
        ? {
            text: 'Review the details',
            url: `${config.publicUrl}/vendors?review=${row.id}`,
          }
        : { text: 'See invitations', url: `${config.publicUrl}/vendors?tab=invitations` },
    reason: `You're getting this email because you manage vendors for ${config.businessName}.`,
  }),
})

const NOTICES = {
  submitted: (name: string) => ({
    subject: `${name} sent vendor details`,
    heading: 'Vendor details to review',
    paragraphs: [
      `${name} sent a legal name, address and tax ID. Compare them with QuickBooks and accept them or send them back.`,
      `The tax ID is erased ${VENDOR_DETAILS_DAYS_MAX} days after it was sent.`,
    ],
  }),
  expired: (name: string) => ({
    subject: `The vendor details of ${name} expired`,
    heading: 'Vendor details expired',
    paragraphs: [
      `${name} sent details ${VENDOR_DETAILS_DAYS_MAX} days ago and they weren't reviewed, so we erased the tax ID. Send the invitation again to get the details once more.`,
    ],
  }),
} as const
