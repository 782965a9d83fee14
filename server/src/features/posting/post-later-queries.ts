// Reads approved tasks whose bill a job has to post or couldn't post.
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { bill } from '../../db/schema/bills.ts'
import { postBillJob } from '../bills/job-kinds.ts'

/** Approved, and its bill still has to be added. */
export const isToPost = and(eq(bill.status, 'approved'), eq(bill.postLater, true))

/** Undefined unless the task is approved and its bill still has to be posted. */
export const findTaskToPost = async (db: Db, taskId: string) => {
  const [row] = await db
    .select()
    .from(bill)
    .where(and(eq(bill.id, taskId), isToPost))
  return row
}

export type TaskToPost = NonNullable<Awaited<ReturnType<typeof findTaskToPost>>>

/** Undefined once someone has decided again, chosen another vendor or added the bill. */
export const findRefusedTask = async (db: Db, taskId: string) => {
  const [row] = await db
    .select()
    .from(bill)
    .where(and(eq(bill.id, taskId), eq(bill.status, 'approved'), isNotNull(bill.postRefusal)))
  return row
}

/** Tasks to post that have no job, oldest decision first. */
export const listTasksWithoutJob = (db: Db, limit: number): Promise<TaskToPost[]> =>
  db
    .select()
    .from(bill)
    .where(
      and(
        isToPost,
        sql`NOT EXISTS (
          SELECT 1 FROM jobs.job
          WHERE name = ${postBillJob.name} AND state IN ('created', 'retry', 'active')
            AND data ->> 'taskId' = ${bill.id}::text)`,
      ),
    )
    .orderBy(bill.decidedAt)
    .limit(limit)
