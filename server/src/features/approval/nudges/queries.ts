// Reads invoices that have waited for approval too long.
import { and, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { bill, IS_PENDING } from '../../../db/schema/bills.ts'

const isOpen = and(sql.raw(IS_PENDING), isNull(bill.escalatedAt))

/** Escalations per morning. */
const ESCALATED_MAX = 1_000

export const listWaitingSince = (db: Db, before: Date) =>
  db
    .select({ id: bill.id, waitingSince: bill.waitingSince })
    .from(bill)
    .where(isWaitingSince(before))
    .orderBy(bill.waitingSince)
    .limit(ESCALATED_MAX)

/** Condition: it's still waiting since then. */
export const isWaitingSince = (before: Date) => and(isOpen, lt(bill.waitingSince, before))
