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

/** Records a bill's event, which its task shows in the history. */
export const recordBillEvent = (
  db: Db,
  { id, ...event }: Omit<AuditEvent, 'subject'> & { id: string },
): Promise<void> => recordEvent(db, { ...event, subject: { kind: 'bill', id } })
