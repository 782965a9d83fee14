// Rows of a task: the bill, its file, what happened to it, and its neighbours.
import { and, asc, desc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { billPosting } from '../../db/schema/accounting.ts'
import { auditEvent } from '../../db/schema/common.ts'
import { bill, invoiceFile } from '../../db/schema/contractor.ts'

const HISTORY_MAX = 200

export type TaskRow = NonNullable<Awaited<ReturnType<typeof findTask>>>

export const findTask = async (db: Db, id: string) => {
  const [row] = await db
    .select({
      bill,
      file: { id: invoiceFile.id, name: invoiceFile.name, type: invoiceFile.type },
      posting: { state: billPosting.state, billId: billPosting.billId },
    })
    .from(bill)
    .leftJoin(invoiceFile, eq(invoiceFile.id, bill.fileId))
    .leftJoin(billPosting, eq(billPosting.taskId, sql`${bill.id}::text`))
    .where(eq(bill.id, id))
  return row
}

export const listHistory = (db: Db, id: string) =>
  db
    .select({
      at: auditEvent.at,
      actor: auditEvent.actor,
      action: auditEvent.action,
      details: auditEvent.details,
    })
    .from(auditEvent)
    .where(and(eq(auditEvent.subjectKind, 'bill'), eq(auditEvent.subjectId, id)))
    .orderBy(desc(auditEvent.id))
    .limit(HISTORY_MAX)

export const listBillsByIds = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select({ id: bill.id, invoiceNumber: bill.invoiceNumber, status: bill.status })
        .from(bill)
        .where(inArray(bill.id, [...ids]))

const isPending = sql`${bill.status} IN ('received', 'sent_for_approval')`

/** The pending tasks just before and after this moment in the order they were submitted. */
export const findNeighbours = async (db: Db, { id, submittedAt }: typeof bill.$inferSelect) => {
  const before = or(
    lt(bill.submittedAt, submittedAt),
    and(eq(bill.submittedAt, submittedAt), lt(bill.id, id)),
  )
  const after = or(
    gt(bill.submittedAt, submittedAt),
    and(eq(bill.submittedAt, submittedAt), gt(bill.id, id)),
  )
  const [previous] = await db
    .select({ id: bill.id })
    .from(bill)
    .where(and(isPending, before))
    .orderBy(desc(bill.submittedAt), desc(bill.id))
    .limit(1)
  const [next] = await db
    .select({ id: bill.id })
    .from(bill)
    .where(and(isPending, after))
    .orderBy(asc(bill.submittedAt), asc(bill.id))
    .limit(1)
  return { previous: previous?.id, next: next?.id }
}

/** False when someone else changed the row since `version` was read. */
export const updateTask = async (
  db: Db,
  { id, version }: { id: string; version: number },
  change: Partial<typeof bill.$inferInsert>,
): Promise<boolean> => {
  const updated = await db
    .update(bill)
    .set({ ...change, version: version + 1 })
    .where(and(eq(bill.id, id), eq(bill.version, version)))
    .returning({ id: bill.id })
  return updated.length === 1
}
