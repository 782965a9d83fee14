// Runs reconciliations one at a time, stores their results, and emails staff about differences.

import { isDeepStrictEqual } from 'node:util'
import type { Reconciliation } from '@invoice-desk/contract/payments/admin'
import {
  addDays,
  businessDay,
  DAY_MS,
  startOfBusinessDay,
} from '@invoice-desk/contract/values/business-day'
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { AppError } from '../../../lib/app-error.ts'
import { reconciliationMailJob } from '../job-kinds.ts'
import { deleteStraysBefore, findRestore } from '../restore/queries.ts'
import { deleteEventsBefore, EVENT_DAYS } from '../webhooks/queries.ts'
import { findDifferences } from './differences.ts'
import * as rows from './queries.ts'

const DAYS = 7
/** Once a week, because money can be refunded or disputed long after it was paid. PayPal allows refunds for this long. */
const LONG_DAYS = 180
const LISTED = 10
const RETENTION_DAYS = 400
/** The same differences aren't sent again within this time, for example after a retry. */
const SILENT_MS = DAY_MS / 2

type Row = rows.ReconciliationRow

/** Whether these differences are worth an email. */
const isNews = async (tx: Db, { id, at }: Row, differences: Row['differences']) => {
  if (differences.length === 0) return false
  const before = (await rows.listReconciliationRows(tx, LISTED)).find((row) => row.id !== id)
  const isRecent = before && at.getTime() - before.at.getTime() < SILENT_MS
  return !isRecent || !isDeepStrictEqual(before.differences, differences)
}

export const reconcile = async (
  deps: Dependencies,
  { isNightly }: { isNightly: boolean },
): Promise<Reconciliation> => {
  const { config, database, jobs, log } = deps
  const zone = config.businessTimeZone
  const isLong = isNightly && (await rows.isLongDue(database.db, LONG_DAYS))
  const today = businessDay(Date.now(), zone)
  const lostSince = await findFirstLostDay(deps, today)
  const day = earliest(addDays(today, isLong ? -LONG_DAYS : -DAYS), lostSince)
  const started = await database.db.transaction((tx) => rows.beginReconciliation(tx, day))
  if (!started) throw new AppError('reconciliation_running')
  const span = {
    since: startOfBusinessDay(day, zone),
    // Payments of earlier months were reported back then, or are from before this product was used.
    straysSince: earliest(addDays(today, -DAYS - 1), lostSince),
  }
  const found = await findDifferences(deps, span).catch((error: unknown) => {
    log.error({ err: error }, 'reconciliation failed')
    const failure = 'It failed unexpectedly. The server log has the details.'
    return { attempts: 0, charges: 0, bookings: 0, differences: [], failure }
  })
  const finished = await database.db.transaction(async (tx) => {
    if (isNightly && (await isNews(tx, started, found.differences))) {
      await jobs.send(tx, reconciliationMailJob, { id: started.id })
    }
    return rows.finishReconciliation(tx, started.id, found)
  })
  return viewOf(finished ?? started)
}

/** The first day whose payments the database may have lost, because it was restored from a backup. */
const findFirstLostDay = async ({ config, database }: Dependencies, today: string) => {
  const { knowsUntil } = (await findRestore(database.db)) ?? {}
  if (!knowsUntil) return today
  // A payment may have been in progress.
  const lostAt = knowsUntil.getTime() - DAY_MS
  return businessDay(Math.max(lostAt, Date.now() - LONG_DAYS * DAY_MS), config.businessTimeZone)
}

const earliest = (one: string, other: string): string => (one < other ? one : other)

export const listReconciliations = async ({ database: { db } }: Dependencies) => {
  const restore = await findRestore(db)
  return {
    reconciliations: (await rows.listReconciliationRows(db, LISTED)).map(viewOf),
    ...(restore && {
      paused: { since: restore.restoredAt.toISOString(), canResume: restore.isReconciled },
    }),
  }
}

export const deleteOldRows = async ({ database: { db } }: Dependencies): Promise<void> => {
  const before = new Date(Date.now() - EVENT_DAYS * DAY_MS)
  await deleteEventsBefore(db, before)
  await deleteStraysBefore(db, before)
  await rows.deleteReconciliationsBefore(db, new Date(Date.now() - RETENTION_DAYS * DAY_MS))
}

const viewOf = ({ at, failure, isRunning: _, ...row }: Row): Reconciliation => ({
  ...row,
  at: at.toISOString(),
  ...(failure !== null && { failure }),
})
