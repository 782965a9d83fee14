// Finds messages that no job takes care of, and erases what isn't needed anymore.
import { RELAY_DAYS_KEPT } from '@invoice-desk/contract/relay/mail-relay'
import type { Dependencies } from '../../../dependencies.ts'
import { sendJob } from '../../../jobs/queue.ts'
import { relayReportJob, relaySendJob } from '../job-kinds.ts'
import { createErase } from './record-sent.ts'
import {
  closeMessage,
  deleteMessage,
  listDevicesToReport,
  listErased,
  listExpired,
  listWithoutJob,
} from './sweep-queries.ts'

/** Per run and kind. The next run continues. */
const ROWS_MAX = 1_000

/** The file store is down then, and each file would take as long to fail. The next run tries again. */
const FAILURES_MAX = 3

export const createSweep = (dependencies: Dependencies) => {
  const {
    database: { db },
    files,
    log,
  } = dependencies
  const erase = createErase(dependencies)

  /** One that fails doesn't stop the others. */
  const each = async <T>(
    rows: readonly T[],
    work: (row: T) => Promise<void>,
    failuresMax = rows.length,
  ): Promise<void> => {
    let failures = 0
    for (const row of rows) {
      if (failures >= failuresMax) return
      await work(row).catch((error: unknown) => {
        failures += 1
        log.error({ err: error }, 'the sweep of the mail relay could not handle a message')
      })
    }
  }

  const removeExpired = async ({ id }: { readonly id: string }): Promise<void> => {
    const fileId = await closeMessage(db, id)
    if (fileId === undefined) return
    if (fileId !== null) await files.remove(fileId)
    await deleteMessage(db, id)
  }

  return async (): Promise<void> => {
    await each(await listWithoutJob(db, ROWS_MAX), ({ id, waitSeconds }) =>
      sendJob(db, relaySendJob, { messageId: id }, { startAfterSeconds: waitSeconds }),
    )
    await each(await listDevicesToReport(db), ({ deviceId }) =>
      sendJob(db, relayReportJob, { deviceId }),
    )
    await each(await listErased(db, ROWS_MAX), erase, FAILURES_MAX)
    await each(await listExpired(db, RELAY_DAYS_KEPT, ROWS_MAX), removeExpired, FAILURES_MAX)
  }
}
