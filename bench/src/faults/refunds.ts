// Refunds payments at Stripe or PayPal before the app knows about them.
import type { Random } from '@invoice-desk/testing/random'
import type { FaultLab } from './fault-lab.ts'
import { type Charge, readCharges } from './ledgers.ts'

/** The share of unseen payments to refund, half of them in part. */
const REFUNDED_SHARE = 0.5

const UNSEEN = `SELECT id FROM payment_attempt
  WHERE reference IS NULL AND provider_id IS NOT NULL AND state IN ('confirming', 'requires_action', 'unknown')`

export const refund = (
  { control }: FaultLab,
  { id, method }: Charge,
  cents: number,
): Promise<unknown> =>
  method === 'stripe'
    ? control(`/stripe/payments/${id}/refund`, { amount: cents })
    : control(`/paypal/captures/${id}/refund`, { value: (cents / 100).toFixed(2) })

export const refundUnseen = (lab: FaultLab, random: Random) => {
  const looked = new Set<string>()
  let count = 0

  return {
    count: (): number => count,
    look: async (): Promise<void> => {
      // There may be no database while it's replaced by a backup.
      const { rows } = await lab.pool.query<{ id: string }>(UNSEEN).catch(() => ({ rows: [] }))
      if (rows.length === 0) return
      const unseen = new Set(rows.map(({ id }) => id))
      const charges = (await readCharges(lab)).filter(
        ({ attemptId, id }) => unseen.has(attemptId) && !looked.has(id),
      )
      for (const charge of charges) {
        looked.add(charge.id)
        if (random.next() >= REFUNDED_SHARE) continue
        await refund(lab, charge, random.next() < 0.5 ? Math.ceil(charge.cents / 2) : charge.cents)
        count += 1
      }
    },
  }
}
