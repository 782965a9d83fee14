// What people see of the relay's server, its Gmail accounts, devices and messages.
import {
  RELAY_RECIPIENTS_PER_DAY,
  type RelayDevice,
  type RelayMailbox,
  type RelayMessage,
  type RelayServer,
} from '@invoice-desk/contract/relay/mail-relay'
import type { Config } from '../../settings/config.ts'
import { relayHostOf } from '../../settings/relay-settings.ts'
import type { DeviceRow } from './devices/queries.ts'
import type { MailboxRow } from './mailboxes/queries.ts'
import type { MessageRow } from './messages/queries.ts'

/** Undefined if the relay is off. */
export const toServerView = (config: Config): RelayServer | undefined => {
  const { port, tlsPort } = config.relay
  if (port === undefined && tlsPort === undefined) return undefined
  return { host: relayHostOf(config), port, tlsPort, isTrial: config.mode === 'sandbox' }
}

/** `recipients`: how many the account had in the last 24 hours. */
export const toMailboxView = (row: MailboxRow, recipients: number): RelayMailbox => ({
  id: row.id,
  address: row.address,
  owner: row.owner,
  state: row.state,
  connectedAt: row.connectedAt.toISOString(),
  recipients,
  recipientsMax: recipientsMaxOf(row),
  pausedUntil: isAhead(row.pausedUntil) ? row.pausedUntil.toISOString() : undefined,
})

/** Gmail allows an account of a company more. */
export const recipientsMaxOf = ({ domain }: Pick<MailboxRow, 'domain'>): number =>
  RELAY_RECIPIENTS_PER_DAY[domain === null ? 'personal' : 'company']

const isAhead = (at: Date | null): at is Date => at !== null && at.getTime() > Date.now()

/** `blockedBecause`: see `blockOf`. */
export const toDeviceView = (
  { device, mailbox }: DeviceRow,
  blockedBecause?: string,
): RelayDevice => ({
  id: device.id,
  name: device.name,
  owner: device.owner,
  mailboxId: device.mailboxId,
  address: mailbox.address,
  userName: device.userName,
  senders: device.senders,
  keepsSender: device.keepsSender,
  createdAt: device.createdAt.toISOString(),
  lastUsedAt: device.lastUsedAt?.toISOString(),
  lastRefusal:
    device.refusedAt && device.refusal !== null
      ? { at: device.refusedAt.toISOString(), text: device.refusal }
      : undefined,
  blockedBecause,
  revokedAt: device.revokedAt?.toISOString(),
  version: device.version,
})

export const toMessageView = (row: MessageRow): RelayMessage => ({
  id: row.id,
  deviceId: row.deviceId,
  deviceName: row.deviceName,
  sender: row.sender,
  recipients: row.recipients,
  subject: row.subject,
  messageId: row.messageId,
  bytes: row.bytes,
  state: row.state,
  attempts: row.attempts,
  acceptedAt: row.acceptedAt.toISOString(),
  sentAt: row.sentAt?.toISOString(),
  nextTryAt: row.nextTryAt?.toISOString(),
  problem: row.problem ?? undefined,
  mayBeRepeated: row.mayBeRepeated,
  canResend: row.state === 'failed' && row.contentKey !== null,
})
