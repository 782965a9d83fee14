// Endpoints that connect Gmail accounts to the mail relay, and disconnect them.
import * as relay from '@invoice-desk/contract/relay/mail-relay'
import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import type { Bind } from '../../../http/bind.ts'
import { createOAuthFlows, newState, randomSecret } from '../../../http/oauth-flow.ts'
import { AppError } from '../../../lib/app-error.ts'
import { createMailboxes } from './service.ts'

const FLOW = { purpose: 'gmail-flow', path: '/api/mail-relay/gmail', seconds: 900 }
const flowSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  email: z.string(),
})
const FLOW_ENDED =
  "You didn't start this connection in this browser, or it took too long. Please connect again."

export const mailboxRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const service = createMailboxes(dependencies)
  const flows = createOAuthFlows(dependencies.config, FLOW, flowSchema)

  bind(relay.startGmailConnection, async ({ query, caller, reply }) => {
    const state = newState('/mail-relay')
    const flow = { state, nonce: randomSecret(), codeVerifier: randomSecret() }
    const url = await service.start(flow, query)
    flows.start(reply, { ...flow, email: caller.email })
    return { url }
  })

  bind(relay.finishGmailConnection, async ({ body, caller, request, reply }) => {
    const flow = flows.finish(request, reply, body.state)
    if (flow?.email !== caller.email) throw new AppError('gmail_refused', { text: FLOW_ENDED })
    return service.finish(caller, body, flow)
  })

  bind(relay.disconnectGmail, ({ body, caller }) => service.disconnect(caller, body.id))
}
