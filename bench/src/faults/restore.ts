// Restores the lab's database from a backup in the middle of a run, and then does what staff should do.
import { join } from 'node:path'
import { type PaymentDifference, resumePayments } from '@invoice-desk/contract/payments/admin'
import { backUp, recreateDatabase, restoreInto } from '../lab/backup.ts'
import type { FaultLab } from './fault-lab.ts'
import { readAttempts, readLedgers } from './ledgers.ts'
import { refund } from './refunds.ts'
import { reconcile } from './settled.ts'

export const backUpLab = ({ databaseUrl, settings }: FaultLab, folder: string): Promise<string> =>
  backUp({ databaseUrl, bucketDir: join(settings.DATA_DIR ?? '', 'files') }, folder)

/** Kills all processes and loads the backup. */
export const restoreLab = async (lab: FaultLab, backup: string): Promise<void> => {
  while (lab.processes().length > 0) await lab.kill()
  const before = await readAttempts(lab)
  await recreateDatabase(lab.databaseUrl)
  // Without the mark of `npm run restore`, so the app must find out itself.
  await restoreInto(lab.databaseUrl, join(backup, 'restored'), backup)
  const kept = new Set((await readAttempts(lab)).map(({ id }) => id))
  lab.story.isRestored = true
  lab.story.lost = before.filter(({ id }) => !kept.has(id))
  await lab.start()
}

const RECONCILED_WITHIN = 20
/** The backup has no payment for the charge, or one from before its intent or order was opened. */
const LOST_KINDS: readonly string[] = ['charge_without_attempt', 'charge_after_end']

/**
 * Staff reconcile, refund what the database has lost unless it was booked, and take payments again. Returns how many
 * payments they refunded.
 */
export const reopen = async (lab: FaultLab): Promise<number> => {
  const differences = await reconcileFully(lab)
  const lost = new Set(
    differences.flatMap(({ kind, providerId }) =>
      LOST_KINDS.includes(kind) && providerId !== undefined ? [providerId] : [],
    ),
  )
  const { charges, bookings } = await readLedgers(lab)
  const booked = new Set(bookings.map(({ reference }) => reference))
  const unbooked = charges.filter(
    ({ id, cents, refundedCents }) => lost.has(id) && !booked.has(id) && refundedCents < cents,
  )
  for (const charge of unbooked) await refund(lab, charge, charge.cents - charge.refundedCents)
  const { status } = await lab.caller.call(resumePayments, { token: lab.staffToken })
  if (status !== 200) throw new Error(`taking payments again was refused: ${status}`)
  return unbooked.length
}

const reconcileFully = async (lab: FaultLab): Promise<readonly PaymentDifference[]> => {
  for (let tries = 1; ; tries += 1) {
    const { differences, problems } = await reconcile(lab)
    if (problems.length === 0) return differences
    if (tries === RECONCILED_WITHIN) throw new Error(problems.join('; '))
  }
}
