// Tells an address that it no longer stands for a vendor, so that nobody loses it unawares.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { type JobKind, MAIL_RETRIES } from '../../jobs/queue.ts'
import { renderMail } from '../../mail/layout.ts'
import type { Mail } from '../../providers/mail.ts'

export const unmappedMailJob = {
  name: 'vendor-unmapped-mail',
  data: z.object({
    email: z.string(),
    vendor: z.string(),
    because: z.enum(['changed', 'deleted']),
    /** The mapping and its version, which make the mail one of its own. */
    mapping: z.string(),
  }),
  retryLimit: MAIL_RETRIES,
} as const satisfies JobKind

/** Where the vendor's bills go now is not this address's concern any more, so the mail does not say. */
export const unmappedMail = (
  config: Config,
  { email, vendor, because, mapping }: z.infer<typeof unmappedMailJob.data>,
): Mail => ({
  messageId: `vendor-unmapped-${createHash('sha256').update(`${mapping} ${email}`).digest('hex').slice(0, 32)}`,
  to: [email],
  ...renderMail(config, {
    subject: `${config.businessName}: your e-mail address is no longer linked to ${vendor}`,
    heading: 'Your e-mail address was unlinked',
    paragraphs: [
      because === 'changed'
        ? `${config.businessName} now uses another e-mail address for ${vendor}.`
        : `${config.businessName} no longer has an e-mail address for ${vendor} under this entry.`,
      'You can no longer see bills or submit invoices with this address, and verification links sent to it have stopped working.',
    ],
    facts: [
      ['Vendor', vendor],
      ['E-mail address', email],
    ],
    notes: [
      `If you did not expect this, please write to ${config.contactEmail}. Bills you have submitted are not affected.`,
    ],
  }),
})
