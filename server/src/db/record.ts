// Stores a change with its audit events and jobs in one statement: all of it or nothing.
import { Placeholder, type SQL, sql, type WithSubquery } from 'drizzle-orm'
import { type AuditEvent, eventsJson } from './audit.ts'
import type { Db } from './client.ts'

export type NewJob = {
  /** The name of the queue. */
  readonly name: string
  readonly data: object
  readonly startAfterSeconds?: number | undefined
}

/** A prepared statement gets a list as JSON text when it runs. */
type List<T> = readonly T[] | Placeholder

export type Recorded = {
  readonly events: List<AuditEvent>
  readonly jobs?: List<NewJob>
  /** The data of each job, if it depends on the changed row. */
  readonly jobData?: SQL
}

/**
 * Begins a statement that runs `changed`, an INSERT or UPDATE with RETURNING, and stores the events and jobs for each
 * row that it returns. `before` is what the change needs, such as a row it refers to; `after` needs the changed row.
 */
export const recordChange = (
  db: Db,
  changed: WithSubquery<'changed'>,
  { events, jobs, jobData }: Recorded,
  before: WithSubquery[] = [],
  after: WithSubquery[] = [],
) =>
  db.with(
    ...before,
    changed,
    ...after,
    db.$with('event', {}).as(eventInsert(events)),
    ...(jobs ? [db.$with('job', {}).as(jobInsert(jobs, jobData, sql`changed,`))] : []),
  )

/** Stores jobs on their own. */
export const insertJobs = async (db: Db, jobs: readonly NewJob[]): Promise<void> => {
  await db.execute(jobInsert(jobs))
}

/** Events and jobs are one value, so the statement is the same for any number of them. */
const jsonOf = (list: List<unknown>) => (list instanceof Placeholder ? list : JSON.stringify(list))

const eventInsert = (events: List<AuditEvent>): SQL => sql`
  INSERT INTO audit_event (actor, action, subject_kind, subject_id, address, details)
  SELECT new.actor, new.action, new.subject ->> 'kind', new.subject ->> 'id', new.address, coalesce(new.details, '{}')
  FROM changed, json_to_recordset(${events instanceof Placeholder ? events : eventsJson(events)}::json)
    AS new (actor text, action text, subject json, address text, details jsonb)`

/** Wakes the workers of a queue, as pg-boss does. */
export const wakeWorkers = (queue: SQL): SQL =>
  sql`pg_notify('pgboss_' || left(encode(sha224('jobs'), 'hex'), 24), ${queue})`

/**
 * Stores jobs and wakes their workers. pg-boss could store the jobs of only one queue, in a statement of
 * their own. Without a queue, the INSERT fails.
 */
const jobInsert = (jobs: List<NewJob>, data = sql`new.data`, from = sql``): SQL => sql`
  INSERT INTO jobs.job (name, data, start_after, keep_until, expire_seconds, deletion_seconds,
    retry_limit, retry_delay, retry_backoff, retry_delay_max, heartbeat_seconds, dead_letter, policy)
  SELECT new.name, ${data}, time.start_after,
    time.start_after + queue.retention_seconds * interval '1 second',
    queue.expire_seconds, queue.deletion_seconds, queue.retry_limit, queue.retry_delay,
    queue.retry_backoff, queue.retry_delay_max, queue.heartbeat_seconds, queue.dead_letter, queue.policy
  FROM ${from} json_to_recordset(${jsonOf(jobs)}::json)
    AS new (name text, data jsonb, "startAfterSeconds" int)
  LEFT JOIN jobs.queue ON queue.name = new.name,
  LATERAL (SELECT now() + coalesce(new."startAfterSeconds", 0) * interval '1 second') AS time (start_after)
  RETURNING CASE WHEN start_after <= now() THEN ${wakeWorkers(sql`name`)} END`
