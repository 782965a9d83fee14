// Finds out whether webhooks arrive, by comparing them with what changed in the copy.
import { and, desc, eq, gt, min } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { qboWebhookEvent } from '../../../db/schema/accounting.ts'
import { qboRecord } from '../../../db/schema/accounting-copy.ts'

export const findLastWebhookAt = async (db: Db): Promise<Date | undefined> => {
  const { receivedAt } = qboWebhookEvent
  const [row] = await db
    .select({ receivedAt })
    .from(qboWebhookEvent)
    .orderBy(desc(receivedAt))
    .limit(1)
  return row?.receivedAt
}

/**
 * When the first of the changes since then was made in QuickBooks, as far as the copy shows the last change of each record.
 * Reads all records: too rare for an index that every change would have to keep up.
 */
export const findFirstChangeSince = async (
  db: Db,
  realmId: string,
  since: Date,
): Promise<Date | undefined> => {
  const [row] = await db
    .select({ at: min(qboRecord.updatedAt) })
    .from(qboRecord)
    .where(and(eq(qboRecord.realmId, realmId), gt(qboRecord.updatedAt, since)))
  return row?.at ?? undefined
}
