// Stores a change with its audit events and jobs in one statement: all of it or nothing.
import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AuditEvent } from './audit.ts'
import type { Db } from './client.ts'

export type NewJob = {
  /** Its queue. */
  readonly name: string
  readonly data: object
  readonly startAfterSeconds?: number | undefined
}

/** As JSON text, so that the statement stays the same however many there are. */
export const eventsJson = (events: readonly AuditEvent[]): string =>
  JSON.stringify(
    events.map(({ actor, action, subject, details = {} }) => ({ actor, action, subject, details })),
  )
export const jobsJson = (jobs: readonly NewJob[]): string => JSON.stringify(jobs)

type Json = string | Placeholder

/** The parts of a WITH that store events and jobs for each row of `changed`, which must be an earlier part of it. */
export const recordParts = (
  events: Json,
  jobs: Json,
  /** A job's data, if it depends on the changed row. */
  jobData: SQL = sql`new.data`,
): SQL => sql`
  event AS (
    INSERT INTO audit_event (actor, action, subject_kind, subject_id, details)
    SELECT new.actor, new.action, new.subject ->> 'kind', new.subject ->> 'id', new.details
    FROM changed, json_to_recordset(${events}::json)
      AS new (actor text, action text, subject json, details jsonb)
  ),
  ${jobParts(jobs, jobData, sql`changed,`)}`

/**
 * As pg-boss does, which can store the jobs of only one queue, in a statement of their own. Without a queue, the INSERT
 * fails.
 */
const jobParts = (jobs: Json, data: SQL, from: SQL): SQL => sql`
  job AS (
    INSERT INTO jobs.job (name, data, start_after, keep_until, expire_seconds, deletion_seconds,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, heartbeat_seconds, dead_letter, policy)
    SELECT new.name, ${data}, time.start_after,
      time.start_after + queue.retention_seconds * interval '1 second',
      queue.expire_seconds, queue.deletion_seconds, queue.retry_limit, queue.retry_delay,
      queue.retry_backoff, queue.retry_delay_max, queue.heartbeat_seconds, queue.dead_letter, queue.policy
    FROM ${from} json_to_recordset(${jobs}::json) AS new (name text, data jsonb, "startAfterSeconds" int)
    LEFT JOIN jobs.queue ON queue.name = new.name,
    LATERAL (SELECT now() + coalesce(new."startAfterSeconds", 0) * interval '1 second') AS time (start_after)
    RETURNING name, start_after
  ),
  woken AS (
    SELECT pg_notify('pgboss_' || left(encode(sha224('jobs'), 'hex'), 24), name)
    FROM job WHERE start_after <= now() GROUP BY name
  )`

/** In the final SELECT of such a WITH; otherwise PostgreSQL wouldn't wake the workers. */
export const isRecorded: SQL = sql`(SELECT count(*) FROM woken) >= 0`

/** Stores jobs on their own. */
export const insertJobs = async (db: Db, jobs: readonly NewJob[]): Promise<void> => {
  await db.execute(sql`WITH ${jobParts(jobsJson(jobs), sql`new.data`, sql``)} SELECT FROM woken`)
}

export type Recorded = {
  readonly events: readonly AuditEvent[]
  readonly jobs?: readonly NewJob[]
  /** A job's data, if it depends on the changed row. */
  readonly jobData?: SQL
}

/** Runs an INSERT or UPDATE with RETURNING. If it changes a row, stores the events and jobs too. */
export const recordChange = async (
  db: Db,
  change: SQLWrapper,
  { events, jobs = [], jobData }: Recorded,
): Promise<unknown> => {
  const parts = recordParts(eventsJson(events), jobsJson(jobs), jobData)
  const { rows } = await db.execute(
    sql`WITH changed AS ${change}, ${parts} SELECT changed.* FROM changed WHERE ${isRecorded}`,
  )
  return rows[0]
}
