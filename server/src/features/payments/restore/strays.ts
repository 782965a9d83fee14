// Finds captured orders whose attempt this database lost, because it was restored from a backup.
import type { PaymentMethod } from '@invoice-desk/contract/payments/payment-methods'
import type { Dependencies } from '../../../dependencies.ts'
import type { ReportedOrder } from '../../../providers/payment-provider.ts'
import { isAttemptId } from '../attempt/attempt.ts'
import { listAttemptsByProviderIds } from '../queries.ts'
import { type Stray, storeStray } from './queries.ts'

/** Undefined if it's none of ours, or reconciliation finds it anyway because the provider lists its charges. */
export const strayOf = (
  { drivers }: Pick<Dependencies, 'drivers'>,
  method: PaymentMethod,
  { attemptId, providerId }: ReportedOrder,
): Stray | undefined =>
  attemptId && isAttemptId(attemptId) && providerId && !drivers[method].listCharges
    ? { method, attemptId, providerId }
    : undefined

/** The lost database may have accepted the provider's events, which the provider then doesn't send again. */
export const storeReported = async (
  deps: Dependencies,
  method: PaymentMethod,
  since: Date,
): Promise<void> => {
  const { db } = deps.database
  const reported = (await deps.drivers[method].listReported?.(since)) ?? []
  const strays = reported.flatMap((order) => strayOf(deps, method, order) ?? [])
  const rows = await listAttemptsByProviderIds(
    db,
    strays.map(({ providerId }) => providerId),
  )
  const known = new Set(rows.map(({ providerId }) => providerId))
  for (const stray of strays) if (!known.has(stray.providerId)) await storeStray(db, stray)
}
