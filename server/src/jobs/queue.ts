// Runs the job queue. A job is stored in the caller's transaction and retried with backoff. After its last retry, it
// stays visible to staff until someone retries it.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { Database, Db } from '../db/client.ts'
import { insertJobs, type NewJob, wakeWorkers } from '../db/record.ts'
import { repeat } from '../lib/repeat.ts'

export type JobKind<T extends z.ZodType = z.ZodType> = {
  readonly name: string
  readonly data: T
  /** Doubles with each retry. Starting at 5 s, 12 retries cover an outage of about five hours. */
  readonly retryDelaySeconds?: number
  readonly retryLimit?: number
  readonly expireSeconds?: number
  /** How many run at the same time per process. */
  readonly concurrency?: number
  /** A cron expression in the business's time zone. */
  readonly cron?: string
  /** Once after the start, if no server was running at that time. */
  readonly runsIfMissed?: true
}

export type JobHandler = {
  readonly kind: JobKind
  readonly run: (data: unknown, jobId: string) => Promise<void>
}

/** Binds a kind to its handler, with parsed and typed data. */
export const handleJob = <T extends z.ZodType>(
  kind: JobKind<T>,
  run: (data: z.infer<T>, jobId: string) => Promise<void>,
): JobHandler => ({ kind, run: (data, jobId) => run(kind.data.parse(data), jobId) })

/** A job to store together with a change. */
export const newJob = <T extends z.ZodType>(
  { name }: JobKind<T>,
  data: z.infer<T>,
  options: Pick<NewJob, 'startAfterSeconds'> = {},
): NewJob => ({ name, data: data as object, ...options })

/** Stores the job in the caller's transaction, so it exists only if that commits. It needs no running queue. */
export const sendJob = async <T extends z.ZodType>(
  db: Db,
  kind: JobKind<T>,
  data: z.infer<T>,
  options: Pick<NewJob, 'startAfterSeconds'> = {},
): Promise<void> => insertJobs(db, [newJob(kind, data, options)])

/** From 5 s to an hour between tries: about three days. After that, staff have to send the email again. */
export const MAIL_RETRIES = 80

const RETENTION_SECONDS = 90 * 24 * 3_600
const RETRY_DELAY_MAX_SECONDS = 3_600
const STOP_TIMEOUT_MS = 10_000
/** A worker sends two heartbeats in this time. Without them, another worker takes over within a minute. */
const HEARTBEAT_SECONDS = 20
/**
 * New jobs wake their workers by NOTIFY. Retries, and jobs whose notification was lost, are found by one statement for all
 * queues. If every worker polled instead, an idle server would send several statements per second.
 */
const DUE_MS = 2_000
/** pg-boss requires every worker to poll. */
const POLL_SECONDS = 300
/** How often the stored schedules are compared with the business's time zone. */
const SCHEDULES_MS = 60_000

export const JOBS_SCHEMA = 'jobs'

const DUE_QUEUES = sql`SELECT DISTINCT name FROM jobs.job WHERE state < 'active' AND NOT blocked AND start_after <= now()`

export type JobLog = { error(context: object, message: string): void }

export type Jobs = Awaited<ReturnType<typeof startJobs>>

export const startJobs = async (
  database: Database,
  log: JobLog,
  timeZone: () => string,
  /** False if `migrateJobs` has made its tables as another user. */
  ownsTables = true,
) => {
  const boss = new PgBoss({
    ...connectionOf(database),
    schema: JOBS_SCHEMA,
    useListenNotify: true,
    migrate: ownsTables,
    reindex: ownsTables && database.kind === 'postgres',
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  await boss.start()
  let running = true
  const workers = createWorkers(boss, log)
  const scheduled: JobKind[] = []
  let zone = timeZone()
  let comparedAt = 0

  const schedule = async ({ name, cron, runsIfMissed }: JobKind): Promise<void> => {
    const missed = runsIfMissed ? 'once' : 'skip'
    if (cron) await boss.schedule(name, cron, null, { tz: timeZone(), missed })
  }

  const work = async (handler: JobHandler): Promise<void> => {
    await schedule(handler.kind)
    if (handler.kind.cron) scheduled.push(handler.kind)
    await workers.add(handler)
  }

  const due = repeat({
    everyMs: DUE_MS,
    work: async () => {
      const { rows } = await database.db.execute<{ name: string }>(DUE_QUEUES)
      for (const { name } of rows) workers.wake(name)
    },
    onError: (err) => log.error({ err }, 'could not look for due jobs'),
  })

  return {
    /** Starts workers for these kinds. A kind must be started before its jobs are sent. */
    start: async (handlers: readonly JobHandler[]) => {
      zone = timeZone()
      await ensureQueues(
        boss,
        handlers.map(({ kind }) => kind),
      )
      await Promise.all(handlers.map(work))
    },
    /** Schedules the jobs again if the business's time zone has changed, or a process with another one scheduled them. */
    followTimeZone: async () => {
      const now = timeZone()
      const isDue = now !== zone || Date.now() - comparedAt >= SCHEDULES_MS
      if (!isDue || !running) return
      const stored = await boss.getSchedules()
      const right = new Set(stored.flatMap(({ name, timezone }) => (timezone === now ? name : [])))
      for (const kind of scheduled) if (!right.has(kind.name)) await schedule(kind)
      zone = now
      comparedAt = Date.now()
    },
    send: sendJob,
    /** Someone asked for it, so it doesn't wait for the next poll. */
    retry: async (queue: string, id: string): Promise<void> => {
      await boss.retry(queue, id)
      await database.db.execute(sql`SELECT ${wakeWorkers(sql`${queue}`)}`)
    },
    isRunning: () => running,
    stop: async () => {
      running = false
      const stopped = Promise.all([due.stop(), workers.stop()])
      await Promise.race([stopped, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
      await boss.stop({ graceful: true, timeout: 1_000 })
    },
  }
}

const createWorkers = (boss: PgBoss, log: JobLog) => {
  const byQueue = new Map<string, string[]>()

  const addOne = async ({ kind, run }: JobHandler): Promise<string> => {
    const polling = {
      pollingIntervalSeconds: POLL_SECONDS,
      notifyPollingIntervalSeconds: POLL_SECONDS,
      batchSize: 1,
    }
    let worker: string | undefined
    worker = await boss.work<object>(kind.name, polling, async ([job]) => {
      if (!job) return
      try {
        await run(job.data, job.id)
      } catch (error) {
        log.error({ err: error, job: kind.name, jobId: job.id }, 'job failed')
        throw error
      } finally {
        // Check for the next job right away. With polling after each job, a backlog of a thousand emails would take a
        // quarter of an hour.
        if (worker) boss.notifyWorker(worker)
      }
    })
    return worker
  }

  return {
    add: async (handler: JobHandler): Promise<void> => {
      const added: string[] = []
      byQueue.set(handler.kind.name, added)
      for (let count = 0; count < (handler.kind.concurrency ?? 1); count += 1) {
        added.push(await addOne(handler))
      }
    },
    wake: (queue: string): void => {
      for (const worker of byQueue.get(queue) ?? []) boss.notifyWorker(worker)
    },
    /** After their running jobs. pg-boss itself looks only twice a second whether these are done. */
    stop: () => Promise.all([...byQueue.keys()].map((name) => boss.offWork(name))),
  }
}

const optionsOf = (kind: JobKind) => ({
  retryLimit: kind.retryLimit ?? 12,
  retryDelay: kind.retryDelaySeconds ?? 5,
  retryBackoff: true,
  retryDelayMax: RETRY_DELAY_MAX_SECONDS,
  expireInSeconds: kind.expireSeconds ?? 300,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deleteAfterSeconds: RETENTION_SECONDS,
  notify: true,
})

/** Creates missing queues, and updates those that an older version created with other options. */
const ensureQueues = async (boss: PgBoss, kinds: readonly JobKind[]): Promise<void> => {
  const stored = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const kind of kinds) {
    const [options, queue] = [optionsOf(kind), stored.get(kind.name)]
    if (!queue) await boss.createQueue(kind.name, options)
    else if (!isDeepStrictEqual({ ...queue, ...options }, queue)) {
      await boss.updateQueue(kind.name, options)
    }
  }
}

/** The embedded database has one connection, which the queue shares through the pool. */
const connectionOf = ({ kind, pool, connectionString, onNotification }: Database) =>
  kind === 'postgres'
    ? { connectionString: connectionString ?? '', max: 4, application_name: 'invoice-desk-jobs' }
    : {
        backend: 'pglite' as const,
        db: {
          executeSql: (text: string, values?: unknown[]) => pool.query(text, values),
          listen: async (
            channel: string,
            notify: (payload: string) => void,
            onReconnect: () => void,
          ) => {
            const stop = onNotification(channel, notify)
            await pool.query(`LISTEN "${channel}"`)
            onReconnect()
            return { close: async () => stop() }
          },
        },
      }
