// The daily comparison of providers, attempts and QuickBooks: one at a time, kept, and told to staff.
import { addDays, businessDay, startOfBusinessDay } from '@invoice-desk/contract/business-day'
import type { Reconciliation } from '@invoice-desk/contract/payments-admin'
import { AppError } from '../../../app-error.ts'
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { reconciliationMailJob } from '../job-kinds.ts'
import { deleteEventsBefore } from '../queries.ts'
import { createFindDifferences } from './differences.ts'
import * as rows from './queries.ts'

const DAY_MS = 86_400_000
const DAYS = 7
const LISTED = 10
const KEPT_DAYS = 400
const EVENT_DAYS = 90
/** The same differences are not told again within a day, such as when a comparison is repeated. */
const SILENT_MS = DAY_MS / 2

export const createReconcile = (dependencies: Dependencies) => {
  const { config, database, jobs, log } = dependencies
  const { db } = database
  const findDifferences = createFindDifferences(dependencies)

  const isNews = async (tx: Db, { id, at }: Row, differences: Row['differences']) => {
    if (differences.length === 0) return false
    const before = (await rows.listReconciliationRows(tx, LISTED)).find((row) => row.id !== id)
    const isRecent = before && at.getTime() - before.at.getTime() < SILENT_MS
    return !isRecent || textsOf(before.differences) !== textsOf(differences)
  }

  const run = async ({ tellStaff }: { tellStaff: boolean }): Promise<Reconciliation> => {
    const zone = config.businessTimeZone
    const day = addDays(businessDay(Date.now(), zone), -DAYS)
    const begun = await db.transaction((tx) => rows.beginReconciliation(tx, day))
    if (!begun) throw new AppError('reconciliation_running')
    const found = await findDifferences(startOfBusinessDay(day, zone)).catch((error: unknown) => {
      log.error({ err: error }, 'payments are not compared')
      const failure = 'It failed for a reason that is in the log.'
      return { attempts: 0, charges: 0, bookings: 0, differences: [], failure }
    })
    const finished = await db.transaction(async (tx) => {
      if (tellStaff && (await isNews(tx, begun, found.differences))) {
        await jobs.send(tx, reconciliationMailJob, { id: begun.id })
      }
      return rows.finishReconciliation(tx, begun.id, found)
    })
    return reconciliationView(finished ?? begun)
  }

  return {
    run,
    list: async () => ({
      reconciliations: (await rows.listReconciliationRows(db, LISTED)).map(reconciliationView),
    }),
    /** Forgets what nobody asks about any more. */
    prune: async (): Promise<void> => {
      await deleteEventsBefore(db, new Date(Date.now() - EVENT_DAYS * DAY_MS))
      await rows.deleteReconciliationsBefore(db, new Date(Date.now() - KEPT_DAYS * DAY_MS))
    },
  }
}

const reconciliationView = ({ at, failure, ...row }: Row): Reconciliation => ({
  ...row,
  at: at.toISOString(),
  ...(failure !== null && { failure }),
})

type Row = rows.ReconciliationRow

const textsOf = (differences: Row['differences']): string =>
  differences.map(({ text }) => text).join('\n')
