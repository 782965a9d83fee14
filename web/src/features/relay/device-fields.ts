// The device form's values and validation.
import { describeIssue } from '@invoice-desk/contract/http/issues'
import {
  addRelayDevice,
  type RelayDevice,
  type RelayMailbox,
} from '@invoice-desk/contract/relay/mail-relay'
import type { ApiError } from '../../shared/api/api-error.ts'
import { fieldAmong, refusedField } from '../../shared/ui/form/field-problems.ts'
import type { DeviceBody } from './api.ts'

/** Followed by the device's id, or by nothing for a new device. */
export const DEVICE_DRAFT = 'relay device '

export type DeviceFields = {
  name: string
  mailboxId: string
  /** One address per line. */
  senders: string
  keepsSender: boolean
}

export const fieldsOf = (
  device: RelayDevice | undefined,
  [mailbox]: readonly RelayMailbox[],
): DeviceFields => ({
  name: device?.name ?? '',
  mailboxId: device?.mailboxId ?? mailbox?.id ?? '',
  senders: device ? device.senders.join('\n') : (mailbox?.address ?? ''),
  keepsSender: device?.keepsSender ?? false,
})

/** People also separate addresses by commas. */
const sendersIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

export const bodyOf = ({ senders, ...fields }: DeviceFields): DeviceBody => ({
  ...fields,
  senders: sendersIn(senders),
})

/** The first error of each field, by field name. */
export const problemsOf = (fields: DeviceFields): Record<string, string> => {
  const problems: Record<string, string> = {
    ...(fields.name.trim() === '' && { name: 'Enter a name.' }),
    ...(/[<>]/.test(fields.senders) && { senders: 'Enter only the address, without a name.' }),
  }
  const { error } = addRelayDevice.body.safeParse(bodyOf(fields), { error: describeIssue })
  for (const { path, message } of error?.issues ?? [])
    problems[String(path[0])] ??= describe(fields, path.join('.'), message)
  return problems
}

/** Names the address that is wrong. */
const describe = (fields: DeviceFields, path: string, message: string): string => {
  const [field, at] = path.split('.')
  const sender = field === 'senders' && at ? sendersIn(fields.senders)[Number(at)] : undefined
  return sender ? `${sender}: ${message}` : message
}

/** The field an error of the server belongs to; undefined when it concerns the whole form. */
export const fieldOf = (error: unknown) =>
  refusedField(error, fieldAmong(['name', 'mailboxId', 'senders']))

export const refusalText = ({ field = '', message }: ApiError, fields: DeviceFields): string =>
  describe(fields, field, message)
