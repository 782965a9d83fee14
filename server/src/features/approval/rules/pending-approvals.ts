// Tells for each pending invoice how many approvals it has, and whether the caller can approve it.
import type { PendingInvoice } from '@invoice-desk/contract/approval'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/client.ts'
import {
  type Approver,
  countsOf,
  type Policy,
  progressOf,
  refusalFor,
  type TaskFacts,
} from './progress.ts'
import { listApprovers } from './queries.ts'

export const createPendingApprovals = async (
  db: Db,
  settings: Config['staff'],
  policy: Policy,
  caller: Approver,
) => {
  // Without rules, it doesn't matter who else can approve.
  const approvers = policy.rules.length > 0 ? await listApprovers(db, settings) : [caller]
  /** Undefined if the caller's approval is all it needs. */
  return (task: TaskFacts): PendingInvoice['approval'] => {
    const progress = progressOf(policy, task, approvers)
    const counts = countsOf(progress)
    const isYours = refusalFor(policy, task, progress, caller.email) === undefined
    return isYours && counts.needed === 1 ? undefined : { ...counts, isYours }
  }
}
