// The email to the owner of a Gmail account that Google no longer lets us send from.
import { RELAY_DAYS_TRIED } from '@invoice-desk/contract/relay/mail-relay'
import { renderMail } from '../../../mail/layout.ts'
import type { Mail } from '../../../providers/mail.ts'
import type { Config } from '../../../settings/config.ts'
import type { MailboxRow } from './queries.ts'

type Withdrawal = {
  readonly mailbox: Pick<MailboxRow, 'address' | 'owner'>
  /** Messages that wait for it. */
  readonly waiting: number
  readonly messageId: string
}

export const withdrawnMail = (
  config: Config,
  { mailbox: { address, owner }, waiting, messageId }: Withdrawal,
): Mail => ({
  messageId,
  to: [owner],
  ...renderMail(config, {
    subject: `Connect ${address} again to keep sending`,
    heading: 'Your Gmail account is no longer connected',
    paragraphs: [
      `Google no longer lets the mail relay send from ${address}. This happens if someone removes the permission in the Google account, changes its password, or blocks the app.`,
      `${waitingText(waiting)} Until you connect the account again, we'll ask its devices to try again later.`,
    ],
    button: { text: 'Connect again', url: `${config.publicUrl}/mail-relay` },
    reason: `You're getting this email because you connected ${address} to the mail relay of ${config.businessName}.`,
  }),
})

const waitingText = (waiting: number): string => {
  if (waiting === 0) return 'No messages are waiting.'
  const [what, them] =
    waiting === 1
      ? ['1 message is', 'it']
      : [`${waiting.toLocaleString('en-US')} messages are`, 'them']
  return `${what} waiting. We'll send ${them} as soon as you connect the account again. After ${RELAY_DAYS_TRIED} days we stop trying.`
}
