// Lets people manage their devices. Administrators manage everyone's.
import type { AuditAction } from '@invoice-desk/contract/activity/audit-actions'
import type { BodyOf, ResponseOf } from '@invoice-desk/contract/http/endpoint'
import {
  type addRelayDevice,
  type changeRelayDevice,
  type getMailRelay,
  RELAY_DEVICES_MAX,
  type RelayDevice,
  type RelayDeviceWithPassword,
} from '@invoice-desk/contract/relay/mail-relay'
import { recordEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { StaffCaller } from '../../../http/access.ts'
import { AppError } from '../../../lib/app-error.ts'
import { hashToken } from '../../../secrets/link-tokens.ts'
import { findActiveAccount, listActiveAccounts } from '../../identity/queries.ts'
import { findMailbox, listMailboxes } from '../mailboxes/queries.ts'
import { toDeviceView, toMailboxView, toServerView } from '../view.ts'
import { blockOf } from './blocked.ts'
import { createPassword, createUserName } from './credentials.ts'
import {
  countDevices,
  type DeviceRow,
  devicesLock,
  findDevice,
  hasDeviceNamed,
  insertDevice,
  listDevices,
  revokeDevice,
  updateDevice,
} from './queries.ts'

export const createDevices = (dependencies: Dependencies) => {
  const { config, database } = dependencies
  const { db } = database
  const list = async (caller: StaffCaller): Promise<ResponseOf<typeof getMailRelay>> => {
    const [mailboxes, devices] = await Promise.all([
      listMailboxes(db, caller),
      listDevices(db, caller),
    ])
    return {
      server: toServerView(config),
      mailboxes: mailboxes.map(({ mailbox, recipients }) => toMailboxView(mailbox, recipients)),
      devices: await withBlocks(dependencies, devices),
    }
  }

  const add = (
    caller: StaffCaller,
    { mailboxId, ...fields }: BodyOf<typeof addRelayDevice>,
  ): Promise<RelayDeviceWithPassword> =>
    db.transaction(async (tx) => {
      const mailbox = await findMailbox(tx, mailboxId, caller)
      if (!mailbox) throw new AppError('not_found', { field: 'mailboxId' })
      if (mailbox.state !== 'connected') throw notConnected(mailbox.address, 'mailboxId')
      if ((await countDevices(tx, caller.email)) >= RELAY_DEVICES_MAX) throw tooMany()
      if (await hasDeviceNamed(tx, caller.email, fields.name)) throw nameTaken(caller, caller.email)
      const password = createPassword()
      const device = await insertDevice(tx, {
        ...fields,
        mailboxId,
        owner: caller.email,
        userName: createUserName(),
        passwordHash: hashToken(password),
      })
      const row = { device, mailbox }
      await record(tx, caller, 'relay_device_added', row, { address: mailbox.address })
      return { device: toDeviceView(row), password }
    }, devicesLock(caller.email))

  const change = async (
    caller: StaffCaller,
    { id, version, ...fields }: BodyOf<typeof changeRelayDevice>,
  ): Promise<RelayDevice> => {
    const before = await getUsable(dependencies, id, caller)
    const { owner } = before.device
    return db.transaction(async (tx) => {
      if (await hasDeviceNamed(tx, owner, fields.name, id)) throw nameTaken(caller, owner)
      const device = await updateDevice(tx, id, { ...fields, version: version + 1 }, version)
      if (!device) throw new AppError('changed_meanwhile')
      const row = { ...before, device }
      const isRenamed = before.device.name !== device.name
      const details = isRenamed ? { before: before.device.name } : {}
      await record(tx, caller, 'relay_device_changed', row, details)
      return toDeviceView(row)
    }, devicesLock(owner))
  }

  const rotate = async (caller: StaffCaller, id: string): Promise<RelayDeviceWithPassword> => {
    const before = await getUsable(dependencies, id, caller)
    const password = createPassword()
    return db.transaction(async (tx) => {
      const device = await updateDevice(tx, id, { passwordHash: hashToken(password) })
      if (!device) throw revoked()
      const row = { ...before, device }
      await record(tx, caller, 'relay_password_changed', row)
      return { device: toDeviceView(row), password }
    })
  }

  /** Revoking it again changes nothing. */
  const revoke = (caller: StaffCaller, id: string): Promise<RelayDevice> =>
    db.transaction(async (tx) => {
      const before = await getDevice(tx, id, caller)
      const device = await revokeDevice(tx, id)
      if (!device) return toDeviceView(await getDevice(tx, id, caller))
      const row = { ...before, device }
      await record(tx, caller, 'relay_device_revoked', row)
      return toDeviceView(row)
    })

  return { list, add, change, rotate, revoke }
}

const tooMany = (): AppError =>
  new AppError('relay_conflict', {
    text: `You have ${RELAY_DEVICES_MAX} devices. Revoke one that you no longer use first.`,
  })

const nameTaken = ({ email }: StaffCaller, owner: string): AppError =>
  new AppError('relay_conflict', {
    field: 'name',
    text: `${owner === email ? 'You already have' : `${owner} already has`} a device with this name. Choose another.`,
  })

const revoked = (): AppError =>
  new AppError('relay_conflict', { text: 'This device is revoked. Add a new device instead.' })

export const notConnected = (address: string, field?: string): AppError =>
  new AppError('relay_conflict', {
    text: `${address} isn't connected. Connect it again first.`,
    ...(field && { field }),
  })

/** Another person's device is as unknown as one that doesn't exist. */
const getDevice = async (db: Db, id: string, caller: StaffCaller): Promise<DeviceRow> => {
  const found = await findDevice(db, id, caller)
  if (!found) throw new AppError('not_found')
  return found
}

/** A device that isn't revoked or blocked. */
export const getUsable = async (
  { config, database: { db } }: Dependencies,
  id: string,
  caller: StaffCaller,
): Promise<DeviceRow> => {
  const found = await getDevice(db, id, caller)
  const { device, mailbox } = found
  if (device.revokedAt) throw revoked()
  const account = await findActiveAccount(db, config.staff, device.owner)
  const block = blockOf(account, { owner: device.owner, mailbox })
  if (block) {
    const text = `${block} Revoke this device, and add a new one.`
    throw new AppError('relay_conflict', { text })
  }
  return found
}

/** Reads the accounts of all owners at once. */
const withBlocks = async (
  { config, database: { db } }: Dependencies,
  rows: readonly DeviceRow[],
): Promise<RelayDevice[]> => {
  const owners = [...new Set(rows.map(({ device }) => device.owner))]
  const accounts = await listActiveAccounts(db, config.staff, owners)
  return rows.map((row) => {
    const { owner, revokedAt } = row.device
    const block = blockOf(accounts.get(owner), { owner, mailbox: row.mailbox })
    return toDeviceView(row, revokedAt ? undefined : block)
  })
}

const record = (
  tx: Db,
  { email }: StaffCaller,
  action: AuditAction,
  { device: { id, name, senders, keepsSender } }: DeviceRow,
  details: Record<string, unknown> = {},
): Promise<void> =>
  recordEvent(tx, {
    actor: email,
    action,
    subject: { kind: 'relay_device', id },
    details: { name, senders, keepsSender, ...details },
  })
