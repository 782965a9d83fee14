// Writes the audit log. Each event is part of the same transaction as the change it describes.
import type { AuditAction, SubjectKind } from '@invoice-desk/contract/activity/audit-actions'
import { requestAddress } from '../lib/request-address.ts'
import type { Db } from './client.ts'
import { auditEvent } from './schema/common.ts'

export type AuditEvent = {
  /** An email, or `system` for jobs and providers. */
  actor: string
  /** Add new ones, with their text, in the contract. */
  action: AuditAction
  subject: { kind: SubjectKind; id: string }
  details?: Record<string, unknown>
}

/** With the address of the person who did it. */
const addressed = (event: AuditEvent) => ({
  ...event,
  address: event.actor === 'system' ? undefined : requestAddress.getStore(),
})

/** The parameter of a statement that stores events. */
export const eventsJson = (events: readonly AuditEvent[]): string =>
  JSON.stringify(events.map(addressed))

export const recordEvent = (db: Db, event: AuditEvent): Promise<void> => recordEvents(db, [event])

export const recordEvents = async (db: Db, events: readonly AuditEvent[]): Promise<void> => {
  const rows = events.map(addressed).map(({ subject, ...event }) => ({
    ...event,
    subjectKind: subject.kind,
    subjectId: subject.id,
  }))
  if (rows.length > 0) await db.insert(auditEvent).values(rows)
}

/** A bill's event, which its task shows in the history. */
export const billEvent = ({
  id,
  ...event
}: Omit<AuditEvent, 'subject'> & { id: string }): AuditEvent => ({
  ...event,
  subject: { kind: 'bill', id },
})

export const recordBillEvent = (db: Db, event: Parameters<typeof billEvent>[0]): Promise<void> =>
  recordEvent(db, billEvent(event))
