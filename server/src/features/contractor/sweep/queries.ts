// Rows of the sweep: which installation this is, and the files that no row refers to.
import { and, asc, eq, gt, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { installation } from '../../../db/schema/common.ts'
import { invoiceFile, orphanedFile } from '../../../db/schema/contractor.ts'

// Installation

/** Made once, by whichever process asks first. */
export const getInstallation = async (db: Db) => {
  await db.insert(installation).values({}).onConflictDoNothing()
  const [row] = await db.select().from(installation)
  if (!row) throw new Error('the installation has no row')
  return row
}

/** True for the one process that may send this notice. */
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

// Files

/** Those of the ids that have a row. */
export const listKnownFileIds = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: invoiceFile.id })
    .from(invoiceFile)
    .where(inArray(invoiceFile.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

export const markOrphans = async (db: Db, ids: readonly string[], seenAt: Date): Promise<void> => {
  if (ids.length === 0) return
  await db
    .insert(orphanedFile)
    .values(ids.map((fileId) => ({ fileId, seenAt })))
    .onConflictDoUpdate({ target: orphanedFile.fileId, set: { seenAt } })
}

/** What the sweep of that moment did not find is referred to again, or gone. */
export const forgetOrphansNotSeen = async (db: Db, since: Date): Promise<void> => {
  await db.delete(orphanedFile).where(lt(orphanedFile.seenAt, since))
}

/** Orphans of that sweep that have been so for long enough, in the order of their ids. */
export const listDueOrphans = async (
  db: Db,
  { seenAt, days, after, limit }: { seenAt: Date; days: number; after: string; limit: number },
): Promise<string[]> => {
  const rows = await db
    .select({ id: orphanedFile.fileId })
    .from(orphanedFile)
    .where(
      and(
        gte(orphanedFile.seenAt, seenAt),
        lt(orphanedFile.foundAt, sql`now() - make_interval(days => ${days})`),
        gt(orphanedFile.fileId, after),
      ),
    )
    .orderBy(asc(orphanedFile.fileId))
    .limit(limit)
  return rows.map(({ id }) => id)
}

export const forgetOrphan = async (db: Db, id: string): Promise<void> => {
  await db.delete(orphanedFile).where(eq(orphanedFile.fileId, id))
}
