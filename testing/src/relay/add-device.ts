// Adds devices to the mail relay, as people do on its page.
import {
  addRelayDevice,
  type RelayDeviceWithPassword,
} from '@invoice-desk/contract/relay/mail-relay'
import { type AnyDesk, staffTokenOf } from '../app/any-desk.ts'
import { STAFF } from '../people.ts'

export const SENDER = 'scanner@harborfinch.example'

export type TestDevice = RelayDeviceWithPassword['device'] & { readonly password: string }

export const addDevice = async (
  desk: AnyDesk,
  mailboxId: string,
  { as = STAFF, name = 'Scanner', senders = [SENDER] } = {},
): Promise<TestDevice> => {
  const body = { mailboxId, name, senders }
  const answer = await desk.call(addRelayDevice, { token: await staffTokenOf(desk, as), body })
  if (answer.status !== 200) throw new Error(`no device: ${JSON.stringify(answer.body)}`)
  return { ...answer.body.device, password: answer.body.password }
}
