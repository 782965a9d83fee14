// After a restore from a backup, the database doesn't know the payments since then. So no new ones begin until staff have
// reconciled.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { recordEvent } from '../../../db/audit.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { Config } from '../../../settings/config.ts'
import { endRestore, findRestore, storeIdentity } from './queries.ts'

/** `npm run restore` leaves it. The copy of an embedded database is the same byte for byte, and an old dump has no identity. */
const MARKER = 'restored'

type Starting = Pick<Dependencies, 'database' | 'log'> & { config: Pick<Config, 'dataDir'> }

/** At the start, before anyone can pay. */
export const noticeRestore = async ({ config, database, log }: Starting): Promise<void> => {
  const { db } = database
  const marker = join(config.dataDir, MARKER)
  const isMarked = existsSync(marker)
  await storeIdentity(db, isMarked)
  // Another process of ours may have been quicker.
  if (isMarked) rmSync(marker, { force: true })
  const restore = await findRestore(db)
  if (!restore) return
  const { restoredAt } = restore
  log.warn(
    { restoredAt },
    'The database was restored from a backup, so customers can’t pay yet. Reconcile on /payments/admin.',
  )
}

/** Staff have read a reconciliation. Someone else may have been quicker. */
export const resumePayments = async (
  { database }: Pick<Dependencies, 'database'>,
  actor: string,
): Promise<void> => {
  await database.db.transaction(async (tx) => {
    if (await endRestore(tx)) {
      const subject = { kind: 'settings', id: 'payments' } as const
      return recordEvent(tx, { actor, action: 'payments_resumed', subject })
    }
    if (await findRestore(tx)) throw new AppError('reconciliation_needed')
  })
}
