// What people see of a device and of the relay's server.
import type { RelayDevice, RelayServer } from '@invoice-desk/contract/relay/mail-relay'
import type { Config } from '../../../settings/config.ts'
import { relayHostOf } from '../../../settings/relay-settings.ts'
import type { DeviceRow } from './queries.ts'

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

/** Undefined if the relay is off. */
export const toServerView = (config: Config): RelayServer | undefined => {
  const { port, tlsPort } = config.relay
  if (port === undefined && tlsPort === undefined) return undefined
  return { host: relayHostOf(config), port, tlsPort, isTrial: config.mode === 'sandbox' }
}
