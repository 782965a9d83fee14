// Reads which failed messages of a device haven't been reported yet.
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { relayDevice, relayMailbox, relayMessage } from '../../../db/schema/relay.ts'

export const findReportedDevice = async (db: Db, deviceId: string) => {
  const [found] = await db
    .select({
      name: relayDevice.name,
      owner: relayDevice.owner,
      address: relayMailbox.address,
    })
    .from(relayDevice)
    .innerJoin(relayMailbox, eq(relayMailbox.id, relayDevice.mailboxId))
    .where(eq(relayDevice.id, deviceId))
  return found
}

/** Only one report at a time, and none for so many seconds after it. Returns whether it's ours to send. */
export const claimReport = async (db: Db, deviceId: string, seconds: number): Promise<boolean> => {
  const { rowCount } = await db
    .update(relayDevice)
    .set({ reportedAt: sql`now()` })
    .where(
      and(
        eq(relayDevice.id, deviceId),
        sql`(${relayDevice.reportedAt} IS NULL
          OR ${relayDevice.reportedAt} <= now() - make_interval(secs => ${seconds}))`,
      ),
    )
  return rowCount === 1
}

export const releaseReport = async (db: Db, deviceId: string): Promise<void> => {
  await db.update(relayDevice).set({ reportedAt: null }).where(eq(relayDevice.id, deviceId))
}

const isUnreported = (deviceId: string) =>
  and(
    eq(relayMessage.deviceId, deviceId),
    eq(relayMessage.state, 'failed'),
    isNull(relayMessage.reportedAt),
  )

export type FailedMessage = Awaited<ReturnType<typeof listUnreported>>[number]

/** The newest ones first. */
export const listUnreported = (db: Db, deviceId: string, limit: number) =>
  db
    .select({
      id: relayMessage.id,
      recipients: relayMessage.recipients,
      problem: relayMessage.problem,
      acceptedAt: relayMessage.acceptedAt,
      attempts: relayMessage.attempts,
    })
    .from(relayMessage)
    .where(isUnreported(deviceId))
    .orderBy(desc(relayMessage.acceptedAt), desc(relayMessage.id))
    .limit(limit)

export const markReported = async (db: Db, ids: readonly string[]): Promise<void> => {
  await db
    .update(relayMessage)
    .set({ reportedAt: sql`now()` })
    .where(and(inArray(relayMessage.id, [...ids]), eq(relayMessage.state, 'failed')))
}
