// Inserts jobs as part of a statement that changes something, so one round trip stores both. `jobs.send` needs its own.
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { JobKind } from './queue.ts'

/** A job to store with a change. */
export type NewJob = { readonly name: string; readonly data: unknown }

export const newJob = <T extends z.ZodType>(kind: JobKind<T>, data: z.infer<T>): NewJob => ({
  name: kind.name,
  data,
})

/**
 * For a WITH that has a row in `changed` only if the change was made. `list` is JSON of `NewJob`s. As pg-boss does, it
 * copies the queue's settings into each job.
 */
export const insertJobs = (changed: SQL, list: SQL): SQL => sql`
  INSERT INTO jobs.job (name, data, keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
    deletion_seconds, policy, dead_letter, heartbeat_seconds)
  SELECT queue.name, new_job.data, now() + queue.retention_seconds * interval '1 s', queue.retry_limit, queue.retry_delay,
    queue.retry_backoff, queue.retry_delay_max, queue.expire_seconds, queue.deletion_seconds, queue.policy,
    queue.dead_letter, queue.heartbeat_seconds
  FROM ${changed}, json_to_recordset(${list}::json) AS new_job(name text, data jsonb) JOIN jobs.queue USING (name)
  RETURNING name`

/** The channel that pg-boss' workers listen on, as in its own statements. */
export const NOTIFY_CHANNEL = `('pgboss_' || left(encode(sha224('jobs'::bytea), 'hex'), 24))`

/** A condition for the statement's WHERE, always true: wakes the workers of the jobs in `inserted` on commit. */
export const wakeWorkers = (inserted: SQL): SQL =>
  sql`(SELECT count(pg_notify(${sql.raw(NOTIFY_CHANNEL)}, name)) FROM ${inserted}) >= 0`
