// Endpoints for staff to see and retry failed jobs.
import { listFailedJobs, retryFailedJob } from '@invoice-desk/contract/system/system'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordEvent } from '../db/audit.ts'
import type { Db } from '../db/client.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Bind } from '../http/bind.ts'
import { AppError } from '../lib/app-error.ts'
import { IS_FAILED } from './failed.ts'

export const jobRoutes = (bind: Bind, { database: { db }, jobs }: Dependencies): void => {
  bind(listFailedJobs, async () => ({
    jobs: (await listFailed(db)).map(({ failedAt, output, ...job }) => ({
      ...job,
      failedAt: failedAt.toISOString(),
      reason: reasonOf(output),
    })),
  }))

  bind(retryFailedJob, async ({ body, caller }) => {
    const queue = await findQueueOfFailed(db, body.id)
    if (queue === undefined) throw new AppError('job_unknown')
    await jobs.retry(queue, body.id)
    await recordEvent(db, {
      actor: caller.email,
      action: 'job_retried',
      subject: { kind: 'job', id: body.id },
      details: { queue },
    })
    return { queued: true as const }
  })
}

const reasonOf = (output: unknown): string =>
  typeof output === 'object' && output !== null && 'message' in output
    ? String(output.message)
    : 'No reason was recorded.'

const FAILED_JOBS_MAX = 200

const failedJob = z.object({
  id: z.string(),
  queue: z.string(),
  failedAt: z.coerce.date(),
  attempts: z.coerce.number(),
  output: z.unknown(),
})

/** From the queue's own tables. */
const listFailed = async (db: Db) => {
  const { rows } = await db.execute(sql`
    SELECT id, name AS queue, coalesce(completed_on, created_on) AS "failedAt",
           retry_count + 1 AS attempts, output
    FROM jobs.job WHERE ${sql.raw(IS_FAILED)}
    ORDER BY completed_on DESC NULLS LAST LIMIT ${FAILED_JOBS_MAX}`)
  return z.array(failedJob).parse(rows)
}

const findQueueOfFailed = async (db: Db, id: string): Promise<string | undefined> => {
  const { rows } = await db.execute<{ name: string }>(
    sql`SELECT name FROM jobs.job WHERE id = ${id} AND state = 'failed' LIMIT 1`,
  )
  return rows[0]?.name
}
