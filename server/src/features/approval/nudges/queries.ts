// Reads and marks invoices that have waited for approval too long.
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { billEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import { recordChange } from '../../../db/record.ts'
import { bill, IS_PENDING } from '../../../db/schema/contractor.ts'
import { newJob } from '../../../jobs/queue.ts'
import { escalationMailJob } from '../job-kinds.ts'

const isOpen = and(sql.raw(IS_PENDING), isNull(bill.escalatedAt))

export const listWaitingSince = (db: Db, before: Date) =>
  db
    .select({ id: bill.id, waitingSince: bill.waitingSince })
    .from(bill)
    .where(and(isOpen, lt(bill.waitingSince, before)))
    .orderBy(bill.waitingSince)

/** Nothing happens if it's waiting for others by now. Keeps the version, so people can still decide. */
export const escalate = async (
  db: Db,
  id: string,
  { before, days }: { readonly before: Date; readonly days: number },
): Promise<void> => {
  const at = new Date()
  const update = db
    .update(bill)
    .set({ escalatedAt: at })
    .where(and(isOpen, eq(bill.id, id), lt(bill.waitingSince, before)))
    .returning({ id: bill.id })
  const changed = db.$with('changed').as(update)
  const note = `It had waited for ${days} business ${days === 1 ? 'day' : 'days'}.`
  await recordChange(db, changed, {
    events: [billEvent({ id, actor: 'system', action: 'bill_escalated', details: { note } })],
    jobs: [newJob(escalationMailJob, { billId: id, at: at.toISOString() })],
  })
    .select()
    .from(changed)
}
