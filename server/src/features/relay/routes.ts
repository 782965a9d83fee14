// Endpoints of the mail relay: Gmail accounts, devices and messages.
import * as relay from '@invoice-desk/contract/relay/mail-relay'
import { z } from 'zod'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { createOAuthFlows, newState, randomSecret } from '../../http/oauth-flow.ts'
import { AppError } from '../../lib/app-error.ts'
import { createDevices } from './devices/service.ts'
import { createTestMessages } from './devices/test-message.ts'
import { createMailboxes } from './mailboxes/service.ts'
import { createMessages } from './messages/service.ts'

const FLOW = { purpose: 'gmail-flow', path: '/api/mail-relay/gmail', seconds: 900 }
const flowSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  email: z.string(),
})
const FLOW_ENDED =
  "You didn't start this connection in this browser, or it took too long. Please connect again."

export const relayRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const mailboxes = createMailboxes(dependencies)
  const devices = createDevices(dependencies)
  const tests = createTestMessages(dependencies)
  const messages = createMessages(dependencies)
  const flows = createOAuthFlows(dependencies.config, FLOW, flowSchema)

  bind(relay.startGmailConnection, async ({ query, caller, reply }) => {
    const state = newState('/mail-relay')
    const flow = { state, nonce: randomSecret(), codeVerifier: randomSecret() }
    const url = await mailboxes.start(flow, query)
    flows.start(reply, { ...flow, email: caller.email })
    return { url }
  })
  bind(relay.finishGmailConnection, async ({ body, caller, request, reply }) => {
    const flow = flows.finish(request, reply, body.state)
    if (flow?.email !== caller.email) throw new AppError('gmail_refused', { text: FLOW_ENDED })
    return mailboxes.finish(caller, body, flow)
  })
  bind(relay.disconnectGmail, ({ body, caller }) => mailboxes.disconnect(caller, body.id))

  bind(relay.getMailRelay, ({ caller }) => devices.list(caller))
  bind(relay.addRelayDevice, ({ caller, body }) => devices.add(caller, body))
  bind(relay.changeRelayDevice, ({ caller, body }) => devices.change(caller, body))
  bind(relay.rotateRelayPassword, ({ caller, body }) => devices.rotate(caller, body.id))
  bind(relay.revokeRelayDevice, ({ caller, body }) => devices.revoke(caller, body.id))
  bind(relay.sendRelayTest, async ({ caller, body, limits }) => {
    await limits.take('message', caller.email)
    return tests.send(caller, body.id)
  })

  bind(relay.listRelayMessages, ({ query, caller }) => messages.list(query, caller))
  bind(relay.resendRelayMessage, ({ body, caller }) => messages.resend(body.id, caller))
}
