// What people see of a relayed message.
import type { RelayMessage } from '@invoice-desk/contract/relay/mail-relay'
import type { MessageRow } from './queries.ts'

export const toMessageView = (row: MessageRow): RelayMessage => ({
  id: row.id,
  deviceId: row.deviceId,
  deviceName: row.deviceName,
  sender: row.sender,
  recipients: row.recipients,
  subject: row.subject,
  messageId: row.messageId,
  bytes: row.bytes,
  state: row.state,
  attempts: row.attempts,
  acceptedAt: row.acceptedAt.toISOString(),
  sentAt: row.sentAt?.toISOString(),
  nextTryAt: row.nextTryAt?.toISOString(),
  problem: row.problem ?? undefined,
  mayBeRepeated: row.mayBeRepeated,
  canResend: row.state === 'failed' && row.contentKey !== null,
})
