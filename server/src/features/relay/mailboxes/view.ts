// What people see of a Gmail account.
import {
  RELAY_RECIPIENTS_PER_DAY,
  type RelayMailbox,
} from '@invoice-desk/contract/relay/mail-relay'
import type { relayMailbox } from '../../../db/schema/relay.ts'

type MailboxRow = typeof relayMailbox.$inferSelect

/** `recipients`: those of the last 24 hours. */
export const toMailboxView = (row: MailboxRow, recipients: number): RelayMailbox => ({
  id: row.id,
  address: row.address,
  owner: row.owner,
  state: row.state,
  connectedAt: row.connectedAt.toISOString(),
  recipients,
  recipientsMax: recipientsMaxOf(row),
  pausedUntil: isAhead(row.pausedUntil) ? row.pausedUntil.toISOString() : undefined,
})

/** Gmail allows an account of a company more. */
export const recipientsMaxOf = ({ domain }: Pick<MailboxRow, 'domain'>): number =>
  RELAY_RECIPIENTS_PER_DAY[domain === null ? 'personal' : 'company']

const isAhead = (at: Date | null): at is Date => at !== null && at.getTime() > Date.now()
