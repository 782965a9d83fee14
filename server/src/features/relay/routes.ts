// Endpoints of the mail relay.
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { deviceRoutes } from './devices/routes.ts'
import { mailboxRoutes } from './mailboxes/routes.ts'
import { messageRoutes } from './messages/routes.ts'

export const relayRoutes = (bind: Bind, dependencies: Dependencies): void => {
  mailboxRoutes(bind, dependencies)
  deviceRoutes(bind, dependencies)
  messageRoutes(bind, dependencies)
}
