// Takes in what the providers have and the attempts do not know yet, before they are compared.
import type { Dependencies } from '../../../dependencies.ts'
import type { Attempt } from '../queries.ts'
import type { Charge } from '../reconciliation/compare.ts'
import { listAttemptsByIds } from '../reconciliation/queries.ts'
import { createSettle } from './settle.ts'

export const createCatchUp = (dependencies: Dependencies) => {
  const { database, log } = dependencies
  const { db } = database
  const { settle } = createSettle(dependencies)

  /** By id, the attempts that these charges name. */
  const listCharged = async (charges: readonly Charge[], attempts: readonly Attempt[]) => {
    const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]))
    const ids = charges.flatMap(({ attemptId }) => attemptId ?? [])
    const others = ids.filter((id) => !byId.has(id))
    for (const row of await listAttemptsByIds(db, others)) byId.set(row.id, row)
    return byId
  }

  /** The same attempts as they stand once what is new has been taken in. */
  const catchUp = async (
    charges: readonly Charge[],
    before: ReadonlyMap<string, Attempt>,
  ): Promise<Map<string, Attempt>> => {
    const behind = charges.flatMap((charge) => {
      const attempt = before.get(charge.attemptId ?? '')
      return attempt && isBehind(attempt, charge) ? [attempt.id] : []
    })
    for (const id of behind) {
      await settle(id).catch((error: unknown) => {
        log.error({ err: error, payment: id }, 'a payment could not be taken in')
      })
    }
    const after = new Map(before)
    for (const row of await listAttemptsByIds(db, behind)) after.set(row.id, row)
    return after
  }

  return { listCharged, catchUp }
}

const isBehind = (attempt: Attempt, charge: Charge): boolean =>
  attempt.reference === null ||
  attempt.refundedCents !== charge.refundedCents ||
  (charge.isDisputed === true && attempt.dispute === null)
