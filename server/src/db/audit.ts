// The audit trail. Written with the transaction of the change itself, so neither exists without the other.

import type { Db } from './client.ts'
import { auditEvent } from './schema/common.ts'

export type AuditEvent = {
  /** An e-mail, or `system` for what jobs and providers cause. */
  actor: string
  /** A domain verb in the past tense, such as `account_added`. */
  action: string
  subject: { kind: string; id: string }
  details?: Record<string, unknown>
}

export const recordEvent = async (db: Db, event: AuditEvent): Promise<void> => {
  await db.insert(auditEvent).values({
    actor: event.actor,
    action: event.action,
    subjectKind: event.subject.kind,
    subjectId: event.subject.id,
    details: event.details ?? {},
  })
}
