// Reads and writes the QuickBooks posting of each task's bill.
import { ACCEPTED_STATUSES, TURNED_DOWN_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { isUuid } from '@invoice-desk/contract/values/ids'
import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/client.ts'
import { isFree, secondsFromNow } from '../../db/lease.ts'
import { billPosting, qboConnection } from '../../db/schema/accounting.ts'
import { qboRecord } from '../../db/schema/accounting-copy.ts'
import { isOneOf } from '../../db/schema/common.ts'
import { bill } from '../../db/schema/contractor.ts'
import { fileListOf } from '../contractor/queries.ts'

export type BillPosting = typeof billPosting.$inferSelect

/** What we post. `vendor` is the task's spelling and isn't stored; `vendorName` is QuickBooks'. */
export type PostingContent = Pick<
  typeof billPosting.$inferInsert,
  | 'taskId'
  | 'realmId'
  | 'vendorId'
  | 'vendorName'
  | 'accountId'
  | 'invoiceNumber'
  | 'amountCents'
  | 'date'
  | 'actor'
  | 'similarBillIds'
> & {
  readonly vendor: string
  /** When the actor asked for the bill, if it's a job that adds it now. */
  readonly askedAt?: Date | undefined
}

/**
 * Longer than a posting takes. After that, we assume its worker died. If it's only slow, two workers use the same
 * request id, which still creates one bill, and the second one records the outcome.
 */
export const CLAIM_SECONDS = 60
const claim = { claimedUntil: secondsFromNow(CLAIM_SECONDS) }

const now = sql`now()`
const isOfTask = (taskId: string) => eq(billPosting.taskId, taskId)
const isUnclaimed = isFree(billPosting.claimedUntil)
const isOpen = inArray(billPosting.state, ['intent', 'unknown'])

/** Undefined if no posting matches. */
const update = async (
  db: Db,
  where: SQL | undefined,
  change: PgUpdateSetSource<typeof billPosting>,
): Promise<BillPosting | undefined> => {
  const [row] = await db
    .update(billPosting)
    .set({ ...change, updatedAt: now })
    .where(where)
    .returning()
  return row
}

export const findPosting = async (db: Db, taskId: string): Promise<BillPosting | undefined> => {
  const [row] = await db.select().from(billPosting).where(isOfTask(taskId))
  return row
}

/** Undefined if the task already has a posting. */
export const insertIntent = async (db: Db, content: PostingContent) => {
  const [row] = await db
    .insert(billPosting)
    .values({ ...content, ...claim, state: 'intent' })
    .onConflictDoNothing()
    .returning()
  return row
}

/** Starts a new try after one that definitely wrote nothing, or for a bill of its own. Undefined if someone else was first. */
export const renewIntent = (
  db: Db,
  { taskId, ...content }: PostingContent,
  { generation, state }: BillPosting,
) =>
  update(db, and(isOfGeneration({ taskId, generation }), eq(billPosting.state, state)), {
    ...content,
    ...claim,
    state: 'intent',
    generation: generation + 1,
    billId: null,
    isAdopted: false,
    balanceCents: null,
    paidAt: null,
    attachedAt: null,
    toVoidSince: null,
    failure: null,
    createdAt: now,
  })

/** Claims an open posting. Undefined if someone else holds the claim or it's settled. */
export const claimOpenPosting = (
  db: Db,
  taskId: string,
  change: Partial<Pick<BillPosting, 'similarBillIds' | 'actor' | 'createdAt'>> = {},
) => update(db, and(isOfTask(taskId), isOpen, isUnclaimed), { ...claim, ...change })

type Try = Pick<BillPosting, 'taskId' | 'generation' | 'claimedUntil'>

const isOfGeneration = ({ taskId, generation }: Omit<Try, 'claimedUntil'>) =>
  and(isOfTask(taskId), eq(billPosting.generation, generation))

/** Still open, and this claim is still valid. */
const isHeld = (held: Try) =>
  and(
    isOfGeneration(held),
    isOpen,
    held.claimedUntil ? eq(billPosting.claimedUntil, held.claimedUntil) : sql`false`,
  )

/** Undefined if someone else has taken over or settled the posting. */
export const extendClaim = (db: Db, held: Try) => update(db, isHeld(held), claim)

/** Records that a try failed or has an unknown outcome, unless someone else has taken over. */
export const endTry = (db: Db, held: Try, ending: Pick<BillPosting, 'state' | 'failure'>) =>
  update(db, isHeld(held), { ...ending, claimedUntil: null })

/**
 * Records the bill that a try created, even if another worker holds the claim or the try was marked as failed. Undefined
 * if it's already recorded.
 */
export const settlePosting = (
  db: Db,
  row: BillPosting,
  posted: Pick<BillPosting, 'billId' | 'isAdopted' | 'balanceCents' | 'paidAt'>,
) => {
  // A failed posting with a bill id means that the bill was deleted in QuickBooks.
  const isFailedTry = and(eq(billPosting.state, 'failed'), isNull(billPosting.billId))
  return update(db, and(isOfGeneration(row), or(isOpen, isFailedTry)), {
    ...posted,
    state: 'created',
    failure: null,
    claimedUntil: null,
  })
}

/** Updates only this bill's posting, because the task may have a different bill by now. */
export const updateBill = (
  db: Db,
  { taskId, billId }: BillPosting,
  change: Partial<typeof billPosting.$inferInsert>,
) => update(db, and(isOfTask(taskId), eq(billPosting.billId, billId ?? '')), change)

/** The bill was deleted or voided in QuickBooks, so the task may get a new one. */
export const markBillGone = (db: Db, row: BillPosting) =>
  updateBill(db, row, {
    state: 'failed',
    failure: 'deleted',
    paidAt: null,
    balanceCents: null,
    toVoidSince: null,
  })

/** A bill that owes nothing and was never paid has been voided. */
const IS_VOIDED = 'bill_posting.balance_cents = 0 AND bill_posting.paid_at IS NULL'

/** Whether the contractor has corrected the task since, so the posting isn't about the task's bill anymore. */
export const outdatedCondition = (task: string, posting: string) => `(
  ${task}.amount_cents <> ${posting}.amount_cents OR ${task}.invoice_number <> ${posting}.invoice_number)`

/** The state of a posting for its task: a bill that was voided, or is from before a correction, counts as none. */
export const postingStateOf = (task: 'bill' | 'task') =>
  sql.raw(`CASE
    WHEN bill_posting.state = 'created' AND (${IS_VOIDED} OR ${outdatedCondition(task, 'bill_posting')}) THEN 'failed'
    ELSE bill_posting.state END`) as SQL<BillPosting['state'] | null>

export const postingState = postingStateOf('bill')

/** Whether turning the task down leaves a bill in QuickBooks. A bill shared with another task, such as the original of a duplicate, doesn't count. */
const LEFT_BY_REJECT = `CASE
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

export const leftByReject = sql.raw(LEFT_BY_REJECT) as SQL<'no' | 'maybe' | 'yes'>

/**
 * Whether staff must void the bill: they turned its task down and it isn't approved again, or the contractor has
 * corrected the task since. Excludes a bill shared with another task that needs it, such as the original of a duplicate.
 */
export const toVoidCondition = (task: 'bill' | 'task' = 'bill') => `(
  bill_posting.to_void_since IS NOT NULL AND (${LEFT_BY_REJECT}) = 'yes'
  AND (NOT ${isOneOf(`${task}.status`, ACCEPTED_STATUSES)}
    OR ${outdatedCondition(task, 'bill_posting')}))`

export const isToVoid = (task?: 'bill' | 'task') =>
  sql.raw(toVoidCondition(task)) as SQL<boolean | null>

/** The bill of a task that is about to be turned down or was corrected, whether someone is adding it right now, and whether it's marked to void. */
export const findLeftBill = async (db: Db, taskId: string) => {
  const { state, invoiceNumber, amountCents } = billPosting
  const isClaimed = sql<boolean>`${state} IN ('intent', 'unknown') AND NOT ${isUnclaimed}`
  const isMarked = sql<boolean>`${billPosting.toVoidSince} IS NOT NULL`
  const [row] = await db
    .select({ left: leftByReject, isClaimed, isMarked, invoiceNumber, amountCents })
    .from(billPosting)
    .where(isOfTask(taskId))
  return row
}

/**
 * Marks the bill of a task that was turned down. Undefined if there is none. Whether another task needs the bill is decided when
 * the mark is read, because tasks get turned down and adopt bills at the same time.
 */
export const markToVoid = (db: Db, taskId: string) => {
  const isValid = sql.raw(`(${IS_VOIDED}) IS NOT TRUE`)
  const isPosted = and(isOfTask(taskId), eq(billPosting.state, 'created'), isValid)
  return update(db, isPosted, { toVoidSince: now })
}

/** Open postings without a claim, oldest first. */
export const listOpenTaskIds = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db
    .select({ taskId: billPosting.taskId })
    .from(billPosting)
    .where(and(isOpen, isUnclaimed))
    .orderBy(billPosting.updatedAt)
    .limit(limit)
  return rows.map(({ taskId }) => taskId)
}

/** Does nothing if the contractor has replaced files since they were read. Needs a transaction. */
export const markAttached = async (tx: Db, taskId: string, fileIds: string[]): Promise<void> => {
  const task = await lockTask(tx, taskId)
  if (task && [task.fileId, ...task.attachmentIds].join() === fileIds.join())
    await update(tx, isOfTask(taskId), { attachedAt: now })
}

/** The contractor has replaced files. */
export const markUnattached = (db: Db, taskId: string) =>
  update(db, isOfTask(taskId), { attachedAt: null })

const selectTask = (db: Db, taskId: string) => db.select().from(bill).where(eq(bill.id, taskId))

export const findTask = async (db: Db, taskId: string) =>
  isUuid(taskId) ? (await selectTask(db, taskId))[0] : undefined

/** Blocks decisions about the task until the transaction ends. Must come before any lock on its posting. */
export const lockTask = async (db: Db, taskId: string) =>
  isUuid(taskId) ? (await selectTask(db, taskId).for('update'))[0] : undefined

/** What its bill in QuickBooks shows, and its files in their order. */
export const findTaskFiles = async (db: Db, taskId: string) => {
  if (!isUuid(taskId)) return undefined
  const { invoiceNumber, amountCents, submittedAt } = bill
  const [row] = await db
    .select({ invoiceNumber, amountCents, submittedAt, files: fileListOf('bill') })
    .from(bill)
    .where(eq(bill.id, taskId))
  return row
}

/** The payments of these tasks' bills in QuickBooks, the newest first, with what each paid of the bill. Details may be missing in an old copy. */
export const listBillPayments = (db: Db, taskIds: readonly string[]) => {
  const { taskId, realmId, billId } = billPosting
  return db
    .select({
      taskId,
      billId,
      id: qboRecord.id,
      date: sql<string>`coalesce(${qboRecord.data} ->> 'date', '')`,
      reference: sql<string>`coalesce(${qboRecord.data} ->> 'reference', '')`,
      amountCents: sql<number | null>`(
        SELECT sum((line ->> 'amountCents')::bigint)::float8
        FROM jsonb_array_elements(${qboRecord.data} -> 'bills') AS line
        WHERE line ->> 'id' = ${billId})`,
    })
    .from(billPosting)
    .innerJoin(
      qboRecord,
      and(
        eq(qboRecord.realmId, realmId),
        sql`${qboRecord.kind} = 'billpayment'`,
        sql`${qboRecord.data} -> 'bills' @> jsonb_build_array(jsonb_build_object('id', ${billId}))`,
      ),
    )
    .where(inArray(taskId, [...taskIds]))
    .orderBy(sql`${qboRecord.data} ->> 'date' DESC NULLS LAST`, desc(qboRecord.updatedAt))
}

/** The connected company. */
export const findRealmId = async (db: Db): Promise<string | undefined> => {
  const [row] = await db.select({ realmId: qboConnection.realmId }).from(qboConnection)
  return row?.realmId
}
