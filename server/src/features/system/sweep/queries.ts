// Reads and writes the installation row and the list of orphaned files.
import { and, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { invoiceFile, orphanedFile } from '../../../db/schema/bills.ts'
import { installation } from '../../../db/schema/common.ts'
import { listMessageFiles } from '../../relay/messages/queries.ts'

/** Created by the first process that needs it. */
export const getInstallation = async (db: Db) => {
  await db.insert(installation).values({}).onConflictDoNothing()
  const row = await findInstallation(db)
  if (!row) throw new Error('the installation has no row')
  return row
}

/** Undefined until a process has needed it for the first time. */
export const findInstallation = async (db: Db) => {
  const [row] = await db.select().from(installation)
  return row
}

/** True for only one process. */
export const claimFileNotice = async (db: Db, notice: string): Promise<boolean> => {
  const claimed = await db
    .update(installation)
    .set({ fileNotice: notice })
    .where(ne(installation.fileNotice, notice))
    .returning({ id: installation.id })
  return claimed.length === 1
}

export const resetAcceptedOrphans = async (db: Db): Promise<void> => {
  await db.update(installation).set({ orphansAccepted: 0 })
}

/** The ids of files that an invoice or a relayed message has. Those that were erased should no longer be there. */
export const listKnownFileIds = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: invoiceFile.id })
    .from(invoiceFile)
    .where(and(inArray(invoiceFile.id, [...ids]), eq(invoiceFile.isStored, true)))
  return new Set([...rows.map(({ id }) => id), ...(await listMessageFiles(db, ids))])
}

export const markOrphans = async (db: Db, ids: readonly string[], seenAt: Date): Promise<void> => {
  if (ids.length === 0) return
  await db
    .insert(orphanedFile)
    .values(ids.map((fileId) => ({ fileId, seenAt })))
    .onConflictDoUpdate({ target: orphanedFile.fileId, set: { seenAt } })
}

/** Files that the latest sweep didn't find as orphans now have a row, or no longer exist. */
export const forgetOrphansNotSeen = async (db: Db, since: Date): Promise<void> => {
  await db.delete(orphanedFile).where(lt(orphanedFile.seenAt, since))
}

/** Orphans of the latest sweep that were found at least this many days ago. */
export const listDueOrphans = async (db: Db, seenAt: Date, days: number): Promise<string[]> => {
  const rows = await db
    .select({ id: orphanedFile.fileId })
    .from(orphanedFile)
    .where(
      and(
        gte(orphanedFile.seenAt, seenAt),
        lt(orphanedFile.foundAt, sql`now() - make_interval(days => ${days})`),
      ),
    )
  return rows.map(({ id }) => id)
}
