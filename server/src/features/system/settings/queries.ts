// Reads and writes the row of settings.
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { storedSettings } from '../../../db/schema/system.ts'

export type SettingsRow = typeof storedSettings.$inferSelect
type Change = Partial<Pick<SettingsRow, 'settings' | 'logo' | 'logoType'>>

/** As in a new database. */
const NO_ROW: SettingsRow = {
  ...{ single: 1, settings: {}, logo: null, logoType: null },
  ...{ version: 0, updatedAt: new Date(0) },
}

/** Undefined if this version is the current one. A restored database may have an earlier one, or no row. */
export const findOtherVersion = async (
  db: Db,
  version: number,
): Promise<SettingsRow | undefined> => {
  const [found] = await db
    .select({ row: storedSettings })
    .from(sql`(VALUES (1)) AS one (single)`)
    .leftJoin(storedSettings, sql`true`)
    .where(sql`coalesce(${storedSettings.version}, 0) <> ${version}`)
  return found && (found.row ?? NO_ROW)
}

/** Other changes wait until the transaction ends. */
export const lockSettings = async (tx: Db): Promise<SettingsRow> => {
  await tx.insert(storedSettings).values({}).onConflictDoNothing()
  const [row] = await tx.select().from(storedSettings).for('update')
  if (!row) throw new Error('There is no row of settings')
  return row
}

export const writeSettings = async (tx: Db, change: Change): Promise<void> => {
  const next = { version: sql`${storedSettings.version} + 1`, updatedAt: sql`now()` }
  await tx.update(storedSettings).set({ ...change, ...next })
}
