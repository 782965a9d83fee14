// Reads and writes the QuickBooks posting of each task's bill.
import { isUuid } from '@invoice-desk/contract/ids'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { isFree, secondsFromNow } from '../../db/lease.ts'
import { billPosting, qboConnection } from '../../db/schema/accounting.ts'
import { bill, invoiceFile } from '../../db/schema/contractor.ts'

export type BillPosting = typeof billPosting.$inferSelect

export type PostingContent = Pick<
  BillPosting,
  | 'taskId'
  | 'realmId'
  | 'vendorId'
  | 'vendorName'
  | 'accountId'
  | 'invoiceNumber'
  | 'amountCents'
  | 'date'
  | 'actor'
> & {
  /** In the task's spelling; `vendorName` is QuickBooks'. Not stored. */
  readonly vendor: string
  readonly similarBillIds?: string[]
}

const isOfTask = (taskId: string) => eq(billPosting.taskId, taskId)
const now = sql`now()`
const isOpen = inArray(billPosting.state, ['intent', 'unknown'])

export const findPosting = async (db: Db, taskId: string): Promise<BillPosting | undefined> => {
  const [row] = await db.select().from(billPosting).where(isOfTask(taskId))
  return row
}

/** Undefined if the task already has a posting. */
export const insertIntent = async (
  db: Db,
  content: PostingContent,
  claimSeconds: number,
): Promise<BillPosting | undefined> => {
  const [row] = await db
    .insert(billPosting)
    .values({ ...content, state: 'intent', claimedUntil: secondsFromNow(claimSeconds) })
    .onConflictDoNothing()
    .returning()
  return row
}

/** Starts a new try after one that definitely wrote nothing. Undefined if someone else was first. */
export const renewIntent = async (
  db: Db,
  { taskId, ...content }: PostingContent,
  generation: number,
  claimSeconds: number,
): Promise<BillPosting | undefined> => {
  const [row] = await db
    .update(billPosting)
    .set({
      ...content,
      state: 'intent',
      generation: generation + 1,
      billId: null,
      isAdopted: false,
      balanceCents: null,
      paidAt: null,
      attachedAt: null,
      toVoidSince: null,
      failure: null,
      claimedUntil: secondsFromNow(claimSeconds),
      createdAt: now,
      updatedAt: now,
    })
    .where(
      and(
        isOfTask(taskId),
        eq(billPosting.generation, generation),
        eq(billPosting.state, 'failed'),
      ),
    )
    .returning()
  return row
}

/** Claims an open posting. Undefined if someone else holds the claim or it's settled. */
export const claimOpenPosting = async (
  db: Db,
  taskId: string,
  claimSeconds: number,
  similarBillIds?: string[],
): Promise<BillPosting | undefined> => {
  const [row] = await db
    .update(billPosting)
    .set({ claimedUntil: secondsFromNow(claimSeconds), updatedAt: now, similarBillIds })
    .where(and(isOfTask(taskId), isOpen, isFree(billPosting.claimedUntil)))
    .returning()
  return row
}

type Try = Pick<BillPosting, 'taskId' | 'generation' | 'claimedUntil'>

/** Still open, and this claim is still valid. */
const isHeld = ({ taskId, generation, claimedUntil }: Try) =>
  and(
    isOfTask(taskId),
    eq(billPosting.generation, generation),
    isOpen,
    claimedUntil ? eq(billPosting.claimedUntil, claimedUntil) : sql`false`,
  )

/** Undefined if someone else has taken over or settled the posting. */
export const extendClaim = async (
  db: Db,
  held: Try,
  claimSeconds: number,
): Promise<BillPosting['claimedUntil'] | undefined> => {
  const [extended] = await db
    .update(billPosting)
    .set({ claimedUntil: secondsFromNow(claimSeconds), updatedAt: now })
    .where(isHeld(held))
    .returning({ claimedUntil: billPosting.claimedUntil })
  return extended?.claimedUntil
}

/** Records that a try failed or has an unknown outcome, unless someone else has taken over. */
export const endTry = async (
  db: Db,
  held: Try,
  ending: Pick<BillPosting, 'state' | 'failure'>,
): Promise<void> => {
  await db
    .update(billPosting)
    .set({ ...ending, claimedUntil: null, updatedAt: now })
    .where(isHeld(held))
}

/** Records the bill of a try, no matter who holds the claim or whether it counted as failed. False if it's already there. */
export const settlePosting = async (
  db: Db,
  { taskId, generation }: Pick<BillPosting, 'taskId' | 'generation'>,
  posted: Pick<BillPosting, 'billId' | 'isAdopted' | 'balanceCents' | 'paidAt'>,
): Promise<boolean> => {
  // A failed posting with a bill id means that the bill was deleted in QuickBooks.
  const isFailedTry = and(eq(billPosting.state, 'failed'), isNull(billPosting.billId))
  const { rowCount } = await db
    .update(billPosting)
    .set({ ...posted, state: 'created', failure: null, claimedUntil: null, updatedAt: now })
    .where(and(isOfTask(taskId), eq(billPosting.generation, generation), or(isOpen, isFailedTry)))
  return rowCount === 1
}

/** The bill was deleted or voided in QuickBooks, so the task may get a new one. */
export const markBillGone = async (
  db: Db,
  { taskId, billId }: Pick<BillPosting, 'taskId' | 'billId'>,
): Promise<boolean> => {
  const { rowCount } = await db
    .update(billPosting)
    .set({
      state: 'failed',
      failure: 'deleted',
      paidAt: null,
      balanceCents: null,
      toVoidSince: null,
      updatedAt: now,
    })
    .where(and(isOfTask(taskId), eq(billPosting.billId, billId ?? '')))
  return rowCount === 1
}

/** A bill that owes nothing and was never paid has been voided. */
const IS_VOIDED = 'bill_posting.balance_cents = 0 AND bill_posting.paid_at IS NULL'

/** The state of a posting for its task: a voided bill counts as none. */
export const postingState = sql.raw(`CASE
  WHEN bill_posting.state = 'created' AND ${IS_VOIDED} THEN 'failed' ELSE bill_posting.state END`) as SQL<
  BillPosting['state'] | null
>

/** Whether rejecting the task leaves a bill in QuickBooks. A bill shared with another task, such as the original of a duplicate, doesn't count. */
const LEFT_BY_REJECT = `CASE
  WHEN bill_posting.state IN ('intent', 'unknown') THEN 'maybe'
  WHEN bill_posting.state <> 'created' THEN 'no'
  WHEN ${IS_VOIDED} THEN 'no'
  WHEN EXISTS (
    SELECT 1 FROM bill_posting AS other JOIN bill AS other_task ON other_task.id = other.task_id::uuid
    WHERE other.bill_id = bill_posting.bill_id AND other.realm_id = bill_posting.realm_id
      AND other.task_id <> bill_posting.task_id AND other.state = 'created'
      AND other_task.status <> 'rejected') THEN 'no'
  ELSE 'yes' END`

export const leftByReject = sql.raw(LEFT_BY_REJECT) as SQL<'no' | 'maybe' | 'yes'>

/** The bill of a task that is about to be rejected, and whether someone is adding it right now. */
export const findLeftBill = async (db: Db, taskId: string) => {
  const { state, invoiceNumber, amountCents } = billPosting
  const isClaimed = sql<boolean>`${state} IN ('intent', 'unknown') AND NOT ${isFree(billPosting.claimedUntil)}`
  const [row] = await db
    .select({ left: leftByReject, isClaimed, invoiceNumber, amountCents })
    .from(billPosting)
    .where(isOfTask(taskId))
  return row
}

/**
 * Marks the bill of a rejected task. False if there is none. Whether another task needs the bill is decided when the
 * mark is read, because tasks get rejected and adopt bills at the same time.
 */
export const markToVoid = async (db: Db, taskId: string): Promise<boolean> => {
  const isValid = sql.raw(`(${IS_VOIDED}) IS NOT TRUE`)
  const { rowCount } = await db
    .update(billPosting)
    .set({ toVoidSince: now })
    .where(and(isOfTask(taskId), eq(billPosting.state, 'created'), isValid))
  return rowCount === 1
}

/** Open postings without a claim, oldest first. */
export const listOpenTaskIds = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db
    .select({ taskId: billPosting.taskId })
    .from(billPosting)
    .where(and(isOpen, isFree(billPosting.claimedUntil)))
    .orderBy(billPosting.updatedAt)
    .limit(limit)
  return rows.map(({ taskId }) => taskId)
}

export const markAttached = async (db: Db, taskId: string): Promise<void> => {
  await db.update(billPosting).set({ attachedAt: now }).where(isOfTask(taskId))
}

/** Whether we've posted bills to this company. */
export const hasPostingsOf = async (db: Db, realmId: string): Promise<boolean> => {
  const rows = await db
    .select({ taskId: billPosting.taskId })
    .from(billPosting)
    .where(
      and(
        eq(billPosting.realmId, realmId),
        inArray(billPosting.state, ['intent', 'unknown', 'created']),
      ),
    )
    .limit(1)
  return rows.length > 0
}

const selectTask = (db: Db, taskId: string) => {
  const { vendor, invoiceNumber, amountCents, dueDate, status, decidedAt, paidBy } = bill
  return db
    .select({ vendor, invoiceNumber, amountCents, dueDate, status, decidedAt, paidBy })
    .from(bill)
    .where(eq(bill.id, taskId))
}

export const findTask = async (db: Db, taskId: string) =>
  isUuid(taskId) ? (await selectTask(db, taskId))[0] : undefined

/** Blocks decisions about the task until the transaction ends. Must come before any lock on its posting. */
export const lockTask = async (db: Db, taskId: string) =>
  isUuid(taskId) ? (await selectTask(db, taskId).for('update'))[0] : undefined

export const findTaskFile = async (db: Db, taskId: string) => {
  if (!isUuid(taskId)) return undefined
  const { id, name, type } = invoiceFile
  const [row] = await db
    .select({ id, name, type })
    .from(bill)
    .innerJoin(invoiceFile, eq(invoiceFile.id, bill.fileId))
    .where(eq(bill.id, taskId))
  return row
}

/** The connected company. */
export const findRealmId = async (db: Db): Promise<string | undefined> => {
  const [row] = await db.select({ realmId: qboConnection.realmId }).from(qboConnection)
  return row?.realmId
}
