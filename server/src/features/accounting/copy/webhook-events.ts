// Receives QuickBooks webhooks: each event counts once, and a job reads the records that it announces.
import { lt } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { qboWebhookEvent } from '../../../db/schema/accounting.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { RECORD_KINDS } from '../../../providers/quickbooks/changes.ts'
import { findConnectionRow } from '../connection/queries.ts'
import { readAnnouncedJob } from '../job-kinds.ts'
import type { WebhookEvent } from './webhook.ts'

/** Returns how many events were new. */
export const receiveEvents = async (
  { database, jobs }: Pick<Dependencies, 'database' | 'jobs'>,
  events: readonly WebhookEvent[],
): Promise<number> => {
  const realmId = (await findConnectionRow(database.db))?.realmId
  const ours = events.filter((event) => event.realmId === realmId)
  if (realmId === undefined || ours.length === 0) return 0
  return database.db.transaction(async (tx) => {
    const fresh = await insertNewEvents(tx, [...new Set(ours.map(({ id }) => id))])
    const announced = announcedBy(ours.filter(({ id }) => fresh.has(id)))
    if (announced.length > 0) await jobs.send(tx, readAnnouncedJob, { realmId, announced })
    return fresh.size
  })
}

const announcedBy = (events: readonly WebhookEvent[]) =>
  RECORD_KINDS.flatMap((kind) => {
    const ofKind = events.filter(({ entity }) => entity === kind)
    const idsOf = (isDeleted: boolean) => [
      ...new Set(
        ofKind.filter((event) => event.isDeleted === isDeleted).map(({ entityId }) => entityId),
      ),
    ]
    return ofKind.length > 0 ? [{ kind, ids: idsOf(false), deletedIds: idsOf(true) }] : []
  })

/** Stores the ids and returns those that are new. */
const insertNewEvents = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  const inserted = await db
    .insert(qboWebhookEvent)
    .values(ids.map((id) => ({ id })))
    .onConflictDoNothing()
    .returning({ id: qboWebhookEvent.id })
  return new Set(inserted.map(({ id }) => id))
}

export const deleteEventsBefore = async (db: Db, before: Date): Promise<void> => {
  await db.delete(qboWebhookEvent).where(lt(qboWebhookEvent.receivedAt, before))
}
