// Endpoints for the devices of the mail relay.
import {
  addRelayDevice,
  changeRelayDevice,
  getMailRelay,
  revokeRelayDevice,
  rotateRelayPassword,
  sendRelayTest,
} from '@invoice-desk/contract/relay/mail-relay'
import type { Dependencies } from '../../../dependencies.ts'
import type { Bind } from '../../../http/bind.ts'
import { createDevices } from './service.ts'
import { createTestMessages } from './test-message.ts'

export const deviceRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const devices = createDevices(dependencies)
  const tests = createTestMessages(dependencies)
  bind(getMailRelay, ({ caller }) => devices.list(caller))
  bind(addRelayDevice, ({ caller, body }) => devices.add(caller, body))
  bind(changeRelayDevice, ({ caller, body }) => devices.change(caller, body))
  bind(rotateRelayPassword, ({ caller, body }) => devices.rotate(caller, body.id))
  bind(revokeRelayDevice, ({ caller, body }) => devices.revoke(caller, body.id))
  bind(sendRelayTest, async ({ caller, body, limits }) => {
    await limits.take('message', caller.email)
    return tests.send(caller, body.id)
  })
}
