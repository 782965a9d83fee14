// Reads failed jobs from the queue's own tables.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db/client.ts'

const FAILED_JOBS_MAX = 200

const failedRow = z.object({
  id: z.string(),
  queue: z.string(),
  failed_at: z.coerce.date(),
  attempts: z.coerce.number(),
  output: z.unknown(),
})

export const listFailedJobRows = async (db: Db) => {
  const { rows } = await db.execute(sql`
    SELECT id, name AS queue, coalesce(completed_on, created_on) AS failed_at,
           retry_count + 1 AS attempts, output
    FROM jobs.job WHERE state = 'failed' AND name NOT LIKE '\\_\\_pgboss%'
    ORDER BY completed_on DESC NULLS LAST LIMIT ${FAILED_JOBS_MAX}`)
  return z.array(failedRow).parse(rows)
}

export const findFailedJobQueue = async (db: Db, id: string): Promise<string | undefined> => {
  const { rows } = await db.execute(
    sql`SELECT name FROM jobs.job WHERE id = ${id} AND state = 'failed' LIMIT 1`,
  )
  return z.array(z.object({ name: z.string() })).parse(rows)[0]?.name
}
