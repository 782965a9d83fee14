// The email that an administrator sends to see whether email works.

import { renderMail } from '../../../mail/layout.ts'
import type { Mail } from '../../../providers/mail.ts'
import type { Config } from '../../../settings/config.ts'

type TestMail = { readonly to: string; readonly by: string; readonly messageId: string }

export const testMail = (config: Config, { to, by, messageId }: TestMail): Mail => ({
  messageId: `test-${messageId}`,
  to: [to],
  ...renderMail(config, {
    subject: `Test email from ${config.businessName}`,
    heading: 'Email works',
    paragraphs: [
      `${by} sent this email from Invoice Desk to test its mail server.`,
      'Check that it isn’t in the spam folder, and that the logo and the sender are right. There’s nothing else to do.',
    ],
    facts: [
      ['Sender', config.mail.from],
      ['Sent from', config.publicUrl],
    ],
    reason: `You’re getting this email because ${by} entered this address for a test.`,
  }),
})
