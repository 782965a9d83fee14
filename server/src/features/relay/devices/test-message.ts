// Sends a test message to the person who asks for it, as if their device had sent it.
import { Readable } from 'node:stream'
import type { RelayMessage } from '@invoice-desk/contract/relay/mail-relay'
import { isPlainEmail } from '@invoice-desk/contract/values/email'
import type { Dependencies } from '../../../dependencies.ts'
import type { StaffCaller } from '../../../http/access.ts'
import { AppError } from '../../../lib/app-error.ts'
import { receiveMessage } from '../messages/content.ts'
import { findMessage } from '../messages/queries.ts'
import { RecipientsExceeded, storeMessage } from '../messages/store-message.ts'
import { recipientsMaxOf, toMessageView } from '../view.ts'
import type { DeviceRow } from './queries.ts'
import { getUsable, notConnected } from './service.ts'

export const createTestMessages = (dependencies: Dependencies) => {
  const { config, database, files } = dependencies
  const { db } = database

  const send = async (caller: StaffCaller, id: string): Promise<RelayMessage> => {
    const { device, mailbox } = await getUsable(dependencies, id, caller)
    if (mailbox.state !== 'connected') throw notConnected(mailbox.address)
    if (!isPlainEmail(caller.email)) throw undeliverable()
    const text = testMessage({ device, mailbox }, caller.email, config.businessName)
    const received = await receiveMessage(files, Readable.from([Buffer.from(text)]))
    try {
      const messageId = await storeMessage(dependencies, {
        envelope: {
          deviceId: device.id,
          mailboxId: mailbox.id,
          sender: mailbox.address,
          recipients: [caller.email],
        },
        received,
        recipientsMax: recipientsMaxOf(mailbox),
        events: [
          {
            actor: caller.email,
            action: 'relay_test_sent',
            subject: { kind: 'relay_device', id: device.id },
            details: { name: device.name, to: caller.email },
          },
        ],
      })
      const stored = await findMessage(db, messageId, caller)
      if (!stored) throw new Error('the test message was not stored')
      return toMessageView(stored)
    } catch (error) {
      throw error instanceof RecipientsExceeded ? dailyLimitReached(mailbox.address) : error
    } finally {
      await received.discard()
    }
  }

  return { send }
}

const undeliverable = (): AppError =>
  new AppError('relay_conflict', {
    text: "Gmail can't deliver to your email address. Ask someone else to send the test.",
  })

const dailyLimitReached = (address: string): AppError =>
  new AppError('relay_conflict', {
    text: `${address} has reached Gmail's limit for 24 hours. Try again later.`,
  })

const testMessage = ({ device, mailbox }: DeviceRow, to: string, business: string): string => {
  const body = `This is a test message from the mail relay of ${business}.

Device: ${device.name}
Gmail account: ${mailbox.address}

If you can read this, the Gmail account can send. To test the device itself, send something from it.
`
  const lines = Buffer.from(body.replaceAll('\n', '\r\n'))
    .toString('base64')
    .replace(/.{76}/g, '$&\r\n')
  return [
    `From: ${mailbox.address}`,
    `To: ${to}`,
    'Subject: Test message from the mail relay',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    lines,
    '',
  ].join('\r\n')
}
