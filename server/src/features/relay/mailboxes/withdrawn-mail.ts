// The email to the owner of a Gmail account that Google no longer lets us send from.
import { RELAY_DAYS_TRIED } from '@invoice-desk/contract/relay/mail-relay'
import type { Dependencies } from '../../../dependencies.ts'
import { renderMail } from '../../../mail/layout.ts'
import { findActiveAccount } from '../../identity/queries.ts'
import { countWaiting } from '../sending/queries.ts'
import { findById } from './queries.ts'

export const createWithdrawnNotice =
  ({ config, database: { db }, mailer }: Dependencies) =>
  async (mailboxId: string, jobId: string): Promise<void> => {
    const mailbox = await findById(db, mailboxId)
    // Someone may have connected it again since.
    if (mailbox?.state !== 'withdrawn') return
    const { address, owner } = mailbox
    if (!(await findActiveAccount(db, config.staff, owner))) return
    const waiting = await countWaiting(db, mailboxId)
    await mailer.send({
      messageId: `relay-withdrawn-${jobId}`,
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
  }

const waitingText = (waiting: number): string => {
  if (waiting === 0) return 'No messages are waiting.'
  const [what, them] =
    waiting === 1
      ? ['1 message is', 'it']
      : [`${waiting.toLocaleString('en-US')} messages are`, 'them']
  return `${what} waiting. We'll send ${them} as soon as you connect the account again. After ${RELAY_DAYS_TRIED} days we stop trying.`
}
