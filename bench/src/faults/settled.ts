// Waits until all payments are settled, and reconciles as staff would.
import { type PaymentDifference, reconcilePayments } from '@invoice-desk/contract/payments/admin'
import { judge } from './compare.ts'
import type { FaultLab } from './fault-lab.ts'
import { readLedgers } from './ledgers.ts'
import { waitUntilComplete } from './wait-until-complete.ts'

const WAITS_FOR_PAYER: readonly string[] = ['requires_action', 'reserved']

/** Attempts in progress, or else disagreements between the ledgers. */
export const findOpen = async (lab: FaultLab): Promise<readonly string[]> => {
  const ledgers = await readLedgers(lab)
  const open = ledgers.attempts.filter(
    ({ state, nextCheckSeconds }) => nextCheckSeconds !== null && !WAITS_FOR_PAYER.includes(state),
  )
  if (open.length > 0) return open.map(({ id, state }) => `attempt ${id} is ${state}`)
  // Only a reconciliation finds what the database lost.
  return lab.story.isRestored ? [] : judge(ledgers).problems
}

/**
 * Waits until no attempt is in progress and all ledgers agree, and returns how long that took. Attempts that wait for
 * their payer don't count.
 */
export const waitUntilSettled = async (lab: FaultLab, withinMs = 90_000): Promise<number> => {
  const { missing, took } = await waitUntilComplete(() => findOpen(lab), { withinMs, pauseMs: 500 })
  return missing.length === 0 ? took : Number.POSITIVE_INFINITY
}

type Reconciled = {
  readonly differences: readonly PaymentDifference[]
  readonly problems: readonly string[]
}

export const reconcile = async ({ caller, staffToken: token }: FaultLab): Promise<Reconciled> => {
  const { status, body } = await caller.call(reconcilePayments, { token })
  if (status !== 200) return { differences: [], problems: [`reconciling was refused: ${status}`] }
  const problems = body.failure ? [`reconciling failed: ${body.failure}`] : []
  return { differences: body.differences, problems }
}
