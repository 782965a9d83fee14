// Gmail accounts, devices and messages of the mail relay: some of the staff member who attacks, some of an administrator.
import { randomUUID } from 'node:crypto'
import { relayDevice, relayMessage } from '@invoice-desk/server/db/schema/relay'
import type { Shop } from '../payments/shop.ts'
import { ADMIN, STAFF } from '../people.ts'

export type RelayIds = {
  readonly mailboxId: string
  readonly deviceId: string
  readonly messageId: string
}

/** What only the owner may see. */
export const RELAY_SECRETS = ['secret.box@gmail.com', 'Secret scanner', 'Secret subject']

export const addRelay = async (shop: Shop) => ({
  own: await addOf(shop, STAFF, ['own.box@gmail.com', 'Scanner', 'Scan']),
  theirs: await addOf(shop, ADMIN, RELAY_SECRETS),
})

const addOf = async (
  { desk }: Shop,
  owner: string,
  [address = '', name = '', subject = '']: readonly string[],
): Promise<RelayIds> => {
  const { db } = desk.desk.dependencies.database
  const [deviceId, messageId] = [randomUUID(), randomUUID()]
  const mailboxId = await desk.rows.addRelayMailbox(owner, { address })
  const senders = ['scanner@harborfinch.example']
  await db.insert(relayDevice).values({
    id: deviceId,
    owner,
    mailboxId,
    name,
    senders,
    userName: `relay-${deviceId.slice(0, 8)}`,
    passwordHash: '',
  })
  await db.insert(relayMessage).values({
    id: messageId,
    deviceId,
    mailboxId,
    sender: address,
    recipients: ['someone@vendor.example'],
    subject,
    messageId: `<${messageId}@harborfinch.example>`,
    bytes: 1_000,
    state: 'failed',
    problem: 'Gmail refused it.',
  })
  return { mailboxId, deviceId, messageId }
}
