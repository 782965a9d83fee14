// Reads and writes the posting of each bill in QuickBooks.
import { isUuid } from '@invoice-desk/contract/values/ids'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/client.ts'
import { isFree, secondsFromNow } from '../../db/lease.ts'
import { billPosting } from '../../db/schema/accounting.ts'
import { bill } from '../../db/schema/bills.ts'
import type { BillPosting } from '../bills/posted-bill.ts'
import { fileListOf, lockBill } from '../bills/queries.ts'

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
  const bill = await lockBill(tx, taskId)
  if (bill && [bill.fileId, ...bill.attachmentIds].join() === fileIds.join())
    await update(tx, isOfTask(taskId), { attachedAt: now })
}

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
