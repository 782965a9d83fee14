// Reads the audit log, newest first.
import type { ActivityFilter } from '@invoice-desk/contract/activity/activity'
import { desc, eq, getTableColumns, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { allOf } from '../../db/list.ts'
import { auditEvent } from '../../db/schema/common.ts'

export type EventFilter = Pick<ActivityFilter, 'actor' | 'subject' | 'subjectId'> & {
  readonly since: Date | undefined
  readonly until: Date | undefined
}

/** What the subject is called now; null if it's gone, or if its id is its name. */
const subjectName = sql<string | null>`CASE ${auditEvent.subjectKind}
  WHEN 'bill' THEN (
    SELECT invoice_number || ' from ' || vendor FROM bill
    WHERE bill.id = ${auditEvent.subjectId}::uuid)
  WHEN 'payment' THEN (
    SELECT company_name FROM payment_attempt
    WHERE payment_attempt.id = ${auditEvent.subjectId}::uuid)
  WHEN 'vendor_mapping' THEN (
    SELECT email FROM vendor_mapping
    WHERE vendor_mapping.id = ${auditEvent.subjectId}::uuid)
  WHEN 'vendor_invitation' THEN (
    SELECT name FROM vendor_invitation
    WHERE vendor_invitation.id = ${auditEvent.subjectId}::uuid)
  WHEN 'relay_mailbox' THEN (
    SELECT address FROM relay_mailbox
    WHERE relay_mailbox.id = ${auditEvent.subjectId}::uuid)
  WHEN 'relay_device' THEN (
    SELECT name FROM relay_device
    WHERE relay_device.id = ${auditEvent.subjectId}::uuid)
  WHEN 'relay_message' THEN (
    SELECT 'from ' || relay_device.name FROM relay_message
    JOIN relay_device ON relay_device.id = relay_message.device_id
    WHERE relay_message.id = ${auditEvent.subjectId}::uuid)
  END`

/** By time and then by id, because the events of one transaction have the same time. */
export const listEvents = (
  db: Db,
  filter: EventFilter,
  part: { limit: number; before: number | undefined },
) => {
  const { actor, subject, subjectId, since, until } = filter
  const { at, id } = auditEvent
  const { before, limit } = part
  return db
    .select({ ...getTableColumns(auditEvent), subjectName })
    .from(auditEvent)
    .where(
      allOf(
        actor !== undefined && eq(auditEvent.actor, actor),
        subject && eq(auditEvent.subjectKind, subject),
        subjectId !== undefined && eq(auditEvent.subjectId, subjectId),
        since && gte(at, since),
        until && lt(at, until),
        before !== undefined &&
          sql`(${at}, ${id}) < ((SELECT at FROM audit_event WHERE id = ${before}), ${before})`,
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(limit)
}

export type EventRow = Awaited<ReturnType<typeof listEvents>>[number]
