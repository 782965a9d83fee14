// Reads and marks invoices that have waited for approval too long.
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { type Recorded, recordChange } from '../../../db/record.ts'
import { bill, IS_PENDING } from '../../../db/schema/contractor.ts'

const isOpen = and(sql.raw(IS_PENDING), isNull(bill.escalatedAt))

/** Per morning. */
const ESCALATED_MAX = 1_000

export const listWaitingSince = (db: Db, before: Date) =>
  db
    .select({ id: bill.id, waitingSince: bill.waitingSince })
    .from(bill)
    .where(and(isOpen, lt(bill.waitingSince, before)))
    .orderBy(bill.waitingSince)
    .limit(ESCALATED_MAX)

/** Nothing happens if it's waiting for others by now. Keeps the version, so people can still decide. */
export const markEscalated = async (
  db: Db,
  { id, before }: { readonly id: string; readonly before: Date },
  recorded: Recorded,
): Promise<void> => {
  const update = db
    .update(bill)
    .set({ escalatedAt: sql`now()` })
    .where(and(isOpen, eq(bill.id, id), lt(bill.waitingSince, before)))
    .returning({ id: bill.id })
  const changed = db.$with('changed').as(update)
  await recordChange(db, changed, recorded).select().from(changed)
}
