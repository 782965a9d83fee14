// Notifies an email address that it's no longer linked to a vendor.
import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler, type JobKind, MAIL_RETRIES } from '../../jobs/queue.ts'
import { renderMail } from '../../mail/layout.ts'
import type { Mail } from '../../providers/mail.ts'
import type { Config } from '../../settings/config.ts'

export const unmappedMailJob = {
  name: 'vendor-unmapped-mail',
  data: z.object({
    email: z.string(),
    vendor: z.string(),
    because: z.enum(['changed', 'deleted']),
    /** The mapping's id and version, for a unique message id. */
    mapping: z.string(),
  }),
  retryLimit: MAIL_RETRIES,
} as const satisfies JobKind

export const vendorJobs = ({ config, mailer }: Dependencies): JobHandler[] => [
  handleJob(unmappedMailJob, (unmapped) => mailer.send(unmappedMail(config, unmapped))),
]

/** Doesn't reveal the vendor's new email. */
const unmappedMail = (
  config: Config,
  { email, vendor, because, mapping }: z.infer<typeof unmappedMailJob.data>,
): Mail => ({
  messageId: `vendor-unmapped-${hash('sha256', `${mapping} ${email}`).slice(0, 32)}`,
  to: [email],
  ...renderMail(config, {
    subject: `Your email address is no longer linked to ${vendor}`,
    heading: 'Your email address was unlinked',
    paragraphs: [
      because === 'changed'
        ? `${config.businessName} now uses a different email address for ${vendor}.`
        : `${config.businessName} removed this email address for ${vendor}.`,
      "You can't see bills or submit invoices with this address anymore, and verification links sent to it no longer work.",
    ],
    facts: [
      ['Vendor', vendor],
      ['Email address', email],
    ],
    notes: [
      `If you didn't expect this, contact ${config.contactEmail}. Invoices you've already submitted aren't affected.`,
    ],
    reason: `You're getting this email because ${config.businessName} used this address for a vendor.`,
  }),
})
