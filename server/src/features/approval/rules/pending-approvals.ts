// Tells for each pending invoice how many approvals it has, and whether someone can approve it.
import type { listPendingInvoices, PendingInvoice } from '@invoice-desk/contract/approval/approval'
import type { QueryOf } from '@invoice-desk/contract/http/endpoint'
import type { Db } from '../../../db/client.ts'
import type { Config } from '../../../settings/config.ts'
import { listPending } from '../queries.ts'
import { countsOf, isOwn, progressOf, refusalFor } from './progress.ts'
import { needsOf, type Rulebook, readRulebook } from './queries.ts'
import type { Approver, TaskFacts } from './types.ts'

/** What a list knows. Null and missing mean none. */
export type ListedFacts = Pick<TaskFacts, 'email' | 'vendor' | 'amountCents' | 'escalatedAt'> & {
  readonly [Field in 'duplicates' | 'approvals' | 'editors']: TaskFacts[Field] | null
} & Partial<Pick<TaskFacts, 'isNewSubmitter' | 'documentCheck'>>

export const toFacts = (row: ListedFacts): TaskFacts => ({
  email: row.email,
  vendor: row.vendor,
  amountCents: row.amountCents,
  escalatedAt: row.escalatedAt,
  duplicates: row.duplicates ?? [],
  approvals: row.approvals ?? [],
  editors: row.editors ?? [],
  isNewSubmitter: row.isNewSubmitter ?? false,
  documentCheck: row.documentCheck ?? null,
})

/** Pending tasks, how many match, and what the rules require of each. */
export const readPending = async (
  db: Db,
  config: Pick<Config, 'staff' | 'businessTimeZone' | 'approvalNotices'>,
  query: QueryOf<typeof listPendingInvoices>,
  { dueBy, caller }: { dueBy?: string | undefined; caller: Pick<Approver, 'email'> },
) => {
  const book = await readRulebook(db, config)
  const listed = await listPending(db, query, dueBy, needsOf(book.policy.rules))
  return { ...listed, approvalOf: createPendingApprovals(book, caller) }
}

const createPendingApprovals = (
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
