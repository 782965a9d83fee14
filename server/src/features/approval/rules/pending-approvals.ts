// Tells for each pending invoice how many approvals it has, and whether the caller can approve it.
import type { PendingInvoice } from '@invoice-desk/contract/approval'
import {
  type Approver,
  countsOf,
  isOwn,
  progressOf,
  refusalFor,
  type TaskFacts,
} from './progress.ts'
import type { Rulebook } from './queries.ts'

/** What a list knows. Null and missing mean none. */
export type ListedFacts = Pick<TaskFacts, 'email' | 'vendor' | 'amountCents'> & {
  readonly [Field in 'duplicates' | 'approvals' | 'editors']: TaskFacts[Field] | null
} & Partial<Pick<TaskFacts, 'isNewSubmitter'>>

export const toFacts = (row: ListedFacts): TaskFacts => ({
  email: row.email,
  vendor: row.vendor,
  amountCents: row.amountCents,
  duplicates: row.duplicates ?? [],
  approvals: row.approvals ?? [],
  editors: row.editors ?? [],
  isNewSubmitter: row.isNewSubmitter ?? false,
})

export const createPendingApprovals = (
  { policy, approvers }: Rulebook,
  { email }: Pick<Approver, 'email'>,
) => {
  const hasRules = policy.rules.length > 0
  /** Undefined if the caller's approval is all it needs. */
  return (row: ListedFacts): PendingInvoice['approval'] => {
    if (!hasRules && !row.approvals && !isOwn(policy, row, email)) return undefined
    const task = toFacts(row)
    const progress = progressOf(policy, task, approvers)
    const counts = countsOf(progress)
    const isYours = refusalFor(policy, task, progress, email) === undefined
    return isYours && counts.needed === 1 ? undefined : { ...counts, isYours }
  }
}
