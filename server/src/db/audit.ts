// Writes the audit log. Each event is part of the same transaction as the change it describes.
import type { Db } from './client.ts'
import { auditEvent } from './schema/common.ts'

export type AuditEvent = {
  /** An email, or `system` for jobs and providers. */
  actor: string
  /** A domain verb in the past tense, such as `account_added`. */
  action: string
  subject: { kind: string; id: string }
  details?: Record<string, unknown>
}

export const recordEvent = async (db: Db, { subject, ...event }: AuditEvent): Promise<void> => {
  await db.insert(auditEvent).values({ ...event, subjectKind: subject.kind, subjectId: subject.id })
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
