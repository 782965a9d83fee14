// Reads which messages of the mail relay the sweep has to handle.
import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { daysAgo } from '../../../db/days-ago.ts'
import { relayMessage } from '../../../db/schema/relay.ts'
import { relayReportJob, relaySendJob } from '../job-kinds.ts'
import { isOpen, secondsUntil } from './queries.ts'

/** A field of the jobs that are waiting or running. */
const liveJobs = (name: string, field: 'messageId' | 'deviceId') => sql`(
  SELECT data ->> ${sql.raw(`'${field}'`)} FROM jobs.job
  WHERE name = ${name} AND state IN ('created', 'retry', 'active')
    AND data ->> ${sql.raw(`'${field}'`)} IS NOT NULL)`

/** Messages to send that no job knows, such as after the last retry of a job. */
export const listWithoutJob = (db: Db, limit: number) =>
  db
    .select({ id: relayMessage.id, waitSeconds: secondsUntil(relayMessage.nextTryAt) })
    .from(relayMessage)
    .where(
      and(isOpen, sql`${relayMessage.id}::text NOT IN ${liveJobs(relaySendJob.name, 'messageId')}`),
    )
    .orderBy(relayMessage.acceptedAt)
    .limit(limit)

/** Devices with failed messages that no job will report. */
export const listDevicesToReport = (db: Db) =>
  db
    .selectDistinct({ deviceId: relayMessage.deviceId })
    .from(relayMessage)
    .where(
      and(
        eq(relayMessage.state, 'failed'),
        isNull(relayMessage.reportedAt),
        sql`${relayMessage.deviceId}::text NOT IN ${liveJobs(relayReportJob.name, 'deviceId')}`,
      ),
    )

/** Messages whose key is gone, but not their file. */
export const listErased = (db: Db, limit: number) =>
  db
    .select({ id: relayMessage.id, fileId: relayMessage.fileId })
    .from(relayMessage)
    .where(and(isNotNull(relayMessage.fileId), isNull(relayMessage.contentKey)))
    .orderBy(relayMessage.acceptedAt)
    .limit(limit)

const isClosed = inArray(relayMessage.state, ['sent', 'failed'])

/** Someone may have tried again later, and its owner knows that it failed. */
export const listExpired = (db: Db, days: number, limit: number) =>
  db
    .select({ id: relayMessage.id })
    .from(relayMessage)
    .where(
      and(
        lt(relayMessage.acceptedAt, daysAgo(days)),
        lt(relayMessage.triedSince, daysAgo(days)),
        or(
          eq(relayMessage.state, 'sent'),
          and(eq(relayMessage.state, 'failed'), isNotNull(relayMessage.reportedAt)),
        ),
      ),
    )
    .orderBy(relayMessage.acceptedAt)
    .limit(limit)

/** From now on, it can't be sent again. Returns its file. */
export const closeMessage = async (db: Db, id: string): Promise<string | null | undefined> => {
  const [closed] = await db
    .update(relayMessage)
    .set({ contentKey: null })
    .where(and(eq(relayMessage.id, id), isClosed))
    .returning({ fileId: relayMessage.fileId })
  return closed?.fileId
}

export const deleteMessage = async (db: Db, id: string): Promise<void> => {
  await db.delete(relayMessage).where(and(eq(relayMessage.id, id), isClosed))
}
