// What was posted to QuickBooks for which task.
import { isUuid } from '@invoice-desk/contract/ids'
import { and, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { prepared } from '../../db/prepared.ts'
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
  /** As the task spells it, while `vendorName` is QuickBooks' spelling. Not stored. */
  readonly vendor: string
  readonly similarBillIds?: string[]
}

const isOfTask = (taskId: string) => eq(billPosting.taskId, taskId)
const now = sql`now()`
const isFree = or(isNull(billPosting.claimedUntil), lt(billPosting.claimedUntil, now))
/** In whole milliseconds: whoever holds the claim is told by this value, and dates here have no more. */
const claimUntil = (seconds: number) =>
  sql`date_trunc('milliseconds', now()) + make_interval(secs => ${seconds})`
const isOpen = inArray(billPosting.state, ['intent', 'unknown'])

export const findPosting = async (db: Db, taskId: string): Promise<BillPosting | undefined> => {
  const [row] = await db.select().from(billPosting).where(isOfTask(taskId))
  return row
}

/** Undefined when the task has a posting already. */
export const insertIntent = async (
  db: Db,
  content: PostingContent,
  claimSeconds: number,
): Promise<BillPosting | undefined> => {
  const [row] = await db
    .insert(billPosting)
    .values({ ...content, state: 'intent', claimedUntil: claimUntil(claimSeconds) })
    .onConflictDoNothing()
    .returning()
  return row
}

/** A new try after one that certainly wrote nothing; undefined when somebody else was first. */
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
      claimedUntil: claimUntil(claimSeconds),
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

/** Takes over a posting whose outcome is open; undefined while somebody works on it, or when it is settled. */
export const claimOpenPosting = async (
  db: Db,
  taskId: string,
  claimSeconds: number,
  similarBillIds?: string[],
): Promise<BillPosting | undefined> => {
  const [row] = await db
    .update(billPosting)
    .set({ claimedUntil: claimUntil(claimSeconds), updatedAt: now, similarBillIds })
    .where(and(isOfTask(taskId), isOpen, isFree))
    .returning()
  return row
}

type Try = Pick<BillPosting, 'taskId' | 'generation' | 'claimedUntil'>

/** Still open, and nobody has taken it over from whoever holds this claim. */
const isHeld = ({ taskId, generation, claimedUntil }: Try) =>
  and(
    isOfTask(taskId),
    eq(billPosting.generation, generation),
    isOpen,
    claimedUntil ? eq(billPosting.claimedUntil, claimedUntil) : sql`false`,
  )

/** Prolongs the claim of a try; undefined when somebody has taken it over or written its end. */
export const extendClaim = async (
  db: Db,
  held: Try,
  claimSeconds: number,
): Promise<BillPosting['claimedUntil'] | undefined> => {
  const [extended] = await db
    .update(billPosting)
    .set({ claimedUntil: claimUntil(claimSeconds), updatedAt: now })
    .where(isHeld(held))
    .returning({ claimedUntil: billPosting.claimedUntil })
  return extended?.claimedUntil
}

/** Writes that a try made no bill, or may have; not when somebody else is on it by now. */
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

/** Writes the bill of a try, whoever holds it and even if it was taken for failed; false when it is there already. */
export const settlePosting = async (
  db: Db,
  { taskId, generation }: Pick<BillPosting, 'taskId' | 'generation'>,
  posted: Pick<BillPosting, 'billId' | 'isAdopted' | 'balanceCents' | 'paidAt'>,
): Promise<boolean> => {
  // What failed after it had a bill was deleted in QuickBooks.
  const isFailedTry = and(eq(billPosting.state, 'failed'), isNull(billPosting.billId))
  const updated = await db
    .update(billPosting)
    .set({ ...posted, state: 'created', failure: null, claimedUntil: null, updatedAt: now })
    .where(and(isOfTask(taskId), eq(billPosting.generation, generation), or(isOpen, isFailedTry)))
    .returning({ taskId: billPosting.taskId })
  return updated.length === 1
}

/** The bill was deleted or voided in QuickBooks: the task has none again, and may get one. */
export const markBillGone = async (
  db: Db,
  { taskId, billId }: Pick<BillPosting, 'taskId' | 'billId'>,
): Promise<boolean> => {
  const updated = await db
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
    .returning({ taskId: billPosting.taskId })
  return updated.length === 1
}

/** Voiding takes a bill's amount away: one that owes nothing and was never paid is worth nothing. */
const IS_VOIDED = 'bill_posting.balance_cents = 0 AND bill_posting.paid_at IS NULL'

/** The state of a `bill_posting` for its task: a bill that was voided counts as none. */
export const postingState = sql<BillPosting['state'] | null>`${sql.raw(`CASE
  WHEN bill_posting.state = 'created' AND ${IS_VOIDED} THEN 'failed' ELSE bill_posting.state END`)}`

/**
 * What rejecting the task of a `bill_posting` leaves in QuickBooks. A bill that another task has too, such as the first submission of a duplicate, stays that task's.
 */
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

/** The bill of a task that is about to be rejected, and whether somebody is adding it right now. */
export const findLeftBill = async (db: Db, taskId: string) => {
  const { state, invoiceNumber, amountCents } = billPosting
  const isClaimed = sql<boolean>`${state} IN ('intent', 'unknown') AND NOT (${isFree})`
  const [row] = await db
    .select({ left: leftByReject, isClaimed, invoiceNumber, amountCents })
    .from(billPosting)
    .where(isOfTask(taskId))
  return row
}

/**
 * The task is rejected and its bill stays in QuickBooks; false when there is none. Whether another task needs the
 * bill is decided whenever the mark is read: tasks are rejected and take up bills at the same time.
 */
export const markToVoid = async (db: Db, taskId: string): Promise<boolean> => {
  const isWorth = sql.raw(`(${IS_VOIDED}) IS NOT TRUE`)
  const marked = await db
    .update(billPosting)
    .set({ toVoidSince: now })
    .where(and(isOfTask(taskId), eq(billPosting.state, 'created'), isWorth))
    .returning({ taskId: billPosting.taskId })
  return marked.length === 1
}

/** Postings whose outcome is open and that nobody works on, oldest first. */
export const listOpenTaskIds = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db
    .select({ taskId: billPosting.taskId })
    .from(billPosting)
    .where(and(isOpen, isFree))
    .orderBy(billPosting.updatedAt)
    .limit(limit)
  return rows.map(({ taskId }) => taskId)
}

export const markAttached = async (db: Db, taskId: string): Promise<void> => {
  await db.update(billPosting).set({ attachedAt: now }).where(isOfTask(taskId))
}

/** Whether bills of this company depend on the connection to it. */
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

/** The bill a task stands for. */
export const findTask = async (db: Db, taskId: string) =>
  isUuid(taskId) ? (await selectTask(db, taskId))[0] : undefined

/** The same; until the transaction ends, no decision about it commits. Comes before any lock on its posting. */
export const lockTask = async (db: Db, taskId: string) =>
  isUuid(taskId) ? (await selectTask(db, taskId).for('update'))[0] : undefined

/** The file that came with a task. */
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

/** The company whose books this desk works with. */
const connectedRealm = prepared((db) =>
  db.select({ realmId: qboConnection.realmId }).from(qboConnection).prepare('connected_realm'),
)

export const findRealmId = async (db: Db): Promise<string | undefined> => {
  const [row] = await connectedRealm(db).execute()
  return row?.realmId
}
