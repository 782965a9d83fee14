// The audit trail. Written with the transaction of the change itself, so neither exists without the other.
import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { prepared } from './prepared.ts'
import { auditEvent } from './schema/common.ts'

export type AuditEvent = {
  /** An e-mail, or `system` for what jobs and providers cause. */
  actor: string
  /** A domain verb in the past tense, such as `account_added`. */
  action: string
  subject: { kind: string; id: string }
  details?: Record<string, unknown>
}

const insertEvent = prepared((db) =>
  db
    .insert(auditEvent)
    .values({
      actor: sql.placeholder('actor'),
      action: sql.placeholder('action'),
      subjectKind: sql.placeholder('subjectKind'),
      subjectId: sql.placeholder('subjectId'),
      details: sql.placeholder('details'),
    })
    .prepare('insert_event'),
)

export const recordEvent = async (db: Db, event: AuditEvent): Promise<void> => {
  await insertEvent(db).execute({
    actor: event.actor,
    action: event.action,
    subjectKind: event.subject.kind,
    subjectId: event.subject.id,
    details: event.details ?? {},
  })
}
