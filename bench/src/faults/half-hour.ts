// Moves payments back by half an hour, as if that much time had passed, and looks for those that staff don't know of.
import type { FaultLab } from './fault-lab.ts'
import { waitUntilComplete } from './wait-until-complete.ts'

const SERVICES = ['stripe', 'paypal', 'quickbooks']
/** Together 35 minutes. */
const MOVED = "interval '32 minutes'"
const TOLD_WITHIN_MS = 180_000

/** Each payment is moved once. The next checks are due at once. */
export const passHalfAnHour = async ({ pool }: FaultLab): Promise<void> => {
  await pool.query(
    `UPDATE payment_attempt SET created_at = created_at - ${MOVED},
       sent_at = sent_at - ${MOVED} WHERE next_check_at IS NOT NULL AND created_at > now() - ${MOVED}`,
  )
  await pool.query(
    'UPDATE payment_attempt SET next_check_at = now() WHERE next_check_at IS NOT NULL',
  )
}

const HOLDING = `SELECT DISTINCT a.id, a.state FROM payment_attempt a
  JOIN payment_line l ON l.attempt_id = a.id WHERE l.is_live`
const SILENT = `${HOLDING} AND a.review_reasons = '[]'`

type Holding = { readonly id: string; readonly state: string }

export type Outage = {
  /** Payments that held their invoices when it began. */
  readonly held: number
  readonly tookMs: number
  readonly silent: readonly string[]
}

/** No service answers for half an hour while payments hold invoices. */
export const failForHalfAnHour = async (lab: FaultLab): Promise<Outage> => {
  const find = async (statement: string) => (await lab.pool.query<Holding>(statement)).rows
  for (const provider of SERVICES) {
    await lab.control('/faults', { provider, mode: 'error', match: '', times: 100_000 })
  }
  const before = await find(HOLDING)
  await passHalfAnHour(lab)
  const { missing: silent, took: tookMs } = await waitUntilComplete(
    async () =>
      (await find(SILENT)).map(({ id, state }) => `${id} is ${state}, and staff don't know`),
    { withinMs: TOLD_WITHIN_MS },
  )
  return { held: before.length, silent, tookMs }
}
