// Watches how old our copy of QuickBooks is: as a metric, and with an email to staff if it isn't refreshed for long.
import type { Dependencies } from '../../../dependencies.ts'
import type { Gauge } from '../../../http/metrics.ts'
import { findConnectionRow } from '../connection/queries.ts'
import { sendNotice } from '../notices.ts'
import { findCopy } from './state.ts'

const WARN_AFTER_MS = 60 * 60_000

const ageOf = async ({ database }: Dependencies): Promise<number | undefined> => {
  const checkedAt = (await findCopy(database.db))?.checkedAt
  return checkedAt ? Date.now() - checkedAt.getTime() : undefined
}

export const copyAge = (dependencies: Dependencies): Gauge => ({
  name: 'quickbooks_copy_age_seconds',
  help: 'Time since we last read all changes from QuickBooks',
  // The other metrics are needed most while the database is down.
  read: async () => ((await ageOf(dependencies).catch(() => undefined)) ?? Number.NaN) / 1_000,
})

/** A refused connection has its own email. */
export const warnIfOld = async (dependencies: Dependencies): Promise<void> => {
  const { db } = dependencies.database
  const age = await ageOf(dependencies)
  if (age === undefined || age < WARN_AFTER_MS) return
  if ((await findConnectionRow(db))?.state !== 'connected') return
  const reason = "We haven't been able to read changes from QuickBooks for more than an hour"
  await db.transaction((tx) => sendNotice(dependencies, tx, { kind: 'stale', reason }))
}
