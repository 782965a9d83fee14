// Endpoints for the messages of the mail relay.
import { listRelayMessages, resendRelayMessage } from '@invoice-desk/contract/relay/mail-relay'
import type { Dependencies } from '../../../dependencies.ts'
import type { Bind } from '../../../http/bind.ts'
import { createMessages } from './service.ts'

export const messageRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const messages = createMessages(dependencies)

  bind(listRelayMessages, ({ query, caller }) => messages.list(query, caller))
  bind(resendRelayMessage, ({ body, caller }) => messages.resend(body.id, caller))
}
