// What the posting of a bill means for the bill: its state, whether it is out of date, and whether it must be voided.
import { ACCEPTED_STATUSES, TURNED_DOWN_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { isFree } from '../../db/lease.ts'
import type { NewJob } from '../../db/record.ts'
import { billPosting } from '../../db/schema/accounting.ts'
import { isOneOf } from '../../db/schema/common.ts'
import { newJob } from '../../jobs/queue.ts'
import { voidNoticeJob } from './job-kinds.ts'

export type BillPosting = typeof billPosting.$inferSelect

/** A bill that owes nothing and was never paid has been voided. */
const IS_VOIDED = 'bill_posting.balance_cents = 0 AND bill_posting.paid_at IS NULL'

/** What the bill in QuickBooks shows, with its columns. */
const PRICED = { invoiceNumber: 'invoice_number', amountCents: 'amount_cents' } as const
export type Priced = Pick<BillPosting, keyof typeof PRICED>

/** Whether the contractor has corrected the bill since, so what is posted is something else. */
export const isOutdated = (posted: Priced, bill: Priced): boolean =>
  (Object.keys(PRICED) as (keyof Priced)[]).some((field) => posted[field] !== bill[field])

/** The same in SQL. */
export const outdatedCondition = (bill: string, posting: string): string =>
  `(${Object.values(PRICED)
    .map((column) => `${bill}.${column} <> ${posting}.${column}`)
    .join(' OR ')})`

/** The state of a posting for its bill: one that was voided, or is from before a correction, counts as none. */
export const postingStateOf = (task: 'bill' | 'task') =>
  sql.raw(`CASE
    WHEN bill_posting.state = 'created' AND (${IS_VOIDED} OR ${outdatedCondition(task, 'bill_posting')}) THEN 'failed'
    ELSE bill_posting.state END`) as SQL<BillPosting['state'] | null>

export const postingState = postingStateOf('bill')

/** Whether turning the bill down leaves one in QuickBooks. One shared with another bill, such as the original of a duplicate, doesn't count. */
const REMAINS = `CASE
  WHEN bill_posting.state IN ('intent', 'unknown') THEN 'maybe'
  WHEN bill_posting.state <> 'created' THEN 'no'
  WHEN ${IS_VOIDED} THEN 'no'
  WHEN EXISTS (
    SELECT 1 FROM bill_posting AS other JOIN bill AS other_task ON other_task.id = other.task_id::uuid
    WHERE other.bill_id = bill_posting.bill_id AND other.realm_id = bill_posting.realm_id
      AND other.task_id <> bill_posting.task_id AND other.state = 'created'
      AND NOT ${isOneOf('other_task.status', TURNED_DOWN_STATUSES)}
      AND NOT ${outdatedCondition('other_task', 'other')}) THEN 'no'
  ELSE 'yes' END`

export const remains = sql.raw(REMAINS) as SQL<'no' | 'maybe' | 'yes'>

/**
 * Whether staff must void what is posted: the bill was turned down and isn't approved again, or the contractor has corrected
 * it since. Excludes what is shared with another bill that needs it, such as the original of a duplicate.
 */
export const toVoidCondition = (task: 'bill' | 'task' = 'bill') => `(
  bill_posting.to_void_since IS NOT NULL AND (${REMAINS}) = 'yes'
  AND (NOT ${isOneOf(`${task}.status`, ACCEPTED_STATUSES)}
    OR ${outdatedCondition(task, 'bill_posting')}))`

export const isToVoid = (task?: 'bill' | 'task') =>
  sql.raw(toVoidCondition(task)) as SQL<boolean | null>

/** The posting of a bill that is about to be turned down or was corrected. */
export const findRemainingBill = async (db: Db, billId: string) => {
  const { state, invoiceNumber, amountCents } = billPosting
  const isClaimed = sql<boolean>`${state} IN ('intent', 'unknown') AND NOT ${isFree(billPosting.claimedUntil)}`
  const [row] = await db
    .select({
      remains,
      /** Someone is adding it right now. */
      isClaimed,
      isMarked: sql<boolean>`${billPosting.toVoidSince} IS NOT NULL`,
      ...{ invoiceNumber, amountCents },
    })
    .from(billPosting)
    .where(eq(billPosting.taskId, billId))
  return row
}

/**
 * Marks what remains in QuickBooks of a bill that was turned down or corrected, and returns the job that asks staff to void
 * it. Whether another bill needs it is decided when the mark is read, because bills get turned down and share one at the
 * same time.
 */
export const voidRemainingBill = async (tx: Db, billId: string): Promise<NewJob[]> => {
  const isValid = sql.raw(`(${IS_VOIDED}) IS NOT TRUE`)
  const { rowCount } = await tx
    .update(billPosting)
    .set({ toVoidSince: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(billPosting.taskId, billId), eq(billPosting.state, 'created'), isValid))
  return rowCount ? [newJob(voidNoticeJob, { taskId: billId })] : []
}

/** The contractor has replaced files. */
export const markUnattached = async (tx: Db, billId: string): Promise<void> => {
  await tx
    .update(billPosting)
    .set({ attachedAt: null, updatedAt: sql`now()` })
    .where(eq(billPosting.taskId, billId))
}
