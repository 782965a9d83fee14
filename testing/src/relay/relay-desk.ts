// Starts a desk whose mail relay listens, and adds Gmail accounts to it.
import { DAY_MS } from '@invoice-desk/contract/values/business-day'
import { freePort } from '../../../scripts/lib/ports.mjs'
import { startTestDesk, type TestDesk } from '../app/test-desk.ts'
import { STAFF } from '../people.ts'
import type { RelayPorts } from './send-mail.ts'

export type RelayDesk = TestDesk & { readonly relay: RelayPorts }

export const startRelayDesk = async (env: Record<string, string> = {}): Promise<RelayDesk> => {
  const relay = { port: await freePort(), tlsPort: await freePort() }
  const ports = { SMTP_RELAY_PORT: `${relay.port}`, SMTP_RELAY_TLS_PORT: `${relay.tlsPort}` }
  return { ...(await startTestDesk({ ...ports, ...env })), relay }
}

/** A connected Gmail account that accepts nothing more for now, so messages wait. Returns its id. */
export const addWaitingMailbox = ({ rows }: TestDesk, address: string): Promise<string> =>
  rows.addRelayMailbox(STAFF, { address, pausedUntil: new Date(Date.now() + DAY_MS) })
