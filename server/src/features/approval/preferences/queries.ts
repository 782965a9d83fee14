// Reads and writes the preferences of approvers.
import type { Absence, Notices } from '@invoice-desk/contract/approval/preferences'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { approvalPolicy, approverPreference } from '../../../db/schema/approval.ts'
import type { Config } from '../../../settings/config.ts'
import type { Absences } from '../rules/delegates.ts'

/** Of all people, because delegates may be away too. Past absences are included. */
export const listPreferences = async (db: Db, settings: Pick<Config, 'approvalNotices'>) => {
  const rows = await db.select().from(approverPreference)
  const absences: Absences = new Map(
    rows.flatMap(({ email, delegate, firstDay, lastDay }) =>
      delegate && firstDay && lastDay ? [[email, { delegate, firstDay, lastDay }]] : [],
    ),
  )
  const byEmail = new Map(rows.map((row) => [row.email, row]))
  return {
    absences,
    noticesOf: (email: string): Notices => byEmail.get(email)?.notices ?? settings.approvalNotices,
    versionOf: (email: string): number => byEmail.get(email)?.version ?? 0,
  }
}

/** Other changes of preferences wait until the transaction ends, and every process reads them again. */
export const lockPreferences = async (tx: Db): Promise<void> => {
  await tx.update(approvalPolicy).set({ revision: sql`gen_random_uuid()` })
}

export const writePreferences = async (
  tx: Db,
  email: string,
  {
    notices,
    absence,
    version,
  }: { readonly notices: Notices; readonly absence: Absence | null; readonly version: number },
): Promise<void> => {
  const { delegate, firstDay, lastDay } = absence ?? {
    delegate: null,
    firstDay: null,
    lastDay: null,
  }
  const row = {
    ...{ notices, delegate, firstDay, lastDay },
    version: version + 1,
    updatedAt: sql`now()`,
  }
  await tx
    .insert(approverPreference)
    .values({ email, ...row })
    .onConflictDoUpdate({ target: approverPreference.email, set: row })
}
