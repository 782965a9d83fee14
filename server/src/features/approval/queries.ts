// Rows behind a decision.

import type { BillStatus } from '@invoice-desk/contract/bill-status'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { billPosting } from '../../db/schema/accounting.ts'
import { bill } from '../../db/schema/contractor.ts'
import { type BillPosting, POSTING_STATE } from '../accounting/queries.ts'

/** As much of a task as deciding about it takes. */
export const findTask = async (db: Db, id: string) => {
  const [row] = await db
    .select({
      id: bill.id,
      version: bill.version,
      status: bill.status,
      vendor: bill.vendor,
      postLater: bill.postLater,
      paidBy: bill.paidBy,
      posting: sql<BillPosting['state'] | null>`${sql.raw(POSTING_STATE)}`,
    })
    .from(bill)
    .leftJoin(billPosting, eq(billPosting.taskId, sql`${bill.id}::text`))
    .where(eq(bill.id, id))
  return row
}

type Change = Partial<typeof bill.$inferInsert>

/** The version it then has; undefined when it is not as expected, or someone else was quicker. */
export const updateTask = async (
  db: Db,
  expected: { id: string; version?: number | undefined; status?: readonly BillStatus[] },
  change: Change,
): Promise<number | undefined> => {
  const [updated] = await db
    .update(bill)
    .set({ ...change, version: sql`${bill.version} + 1` })
    .where(
      and(
        eq(bill.id, expected.id),
        expected.version === undefined ? undefined : eq(bill.version, expected.version),
        expected.status === undefined ? undefined : inArray(bill.status, [...expected.status]),
      ),
    )
    .returning({ version: bill.version })
  return updated?.version
}
