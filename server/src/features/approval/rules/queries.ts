// Reads and writes the approval rules, and reads what they depend on.
import type { ApprovalRule } from '@invoice-desk/contract/approval-rules'
import { eq, sql } from 'drizzle-orm'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/client.ts'
import { prepared } from '../../../db/prepared.ts'
import { approvalPolicy } from '../../../db/schema/approval.ts'
import { IS_ACCEPTED } from '../../../db/schema/contractor.ts'
import { listAccountsWithTool } from '../../identity/queries.ts'
import {
  type Approver,
  countsOf,
  findRule,
  isOwn,
  type Policy,
  progressOf,
  refusalFor,
  type TaskFacts,
} from './progress.ts'

const { rules, separatesDuties, version } = approvalPolicy
export type StoredPolicy = Policy & { readonly rules: ApprovalRule[]; readonly version: number }

const policyRow = prepared((db) =>
  db.select({ rules, separatesDuties, version }).from(approvalPolicy),
)

export const readPolicy = async (db: Db): Promise<StoredPolicy> => {
  const [row] = await policyRow(db).execute()
  if (!row) throw new Error('There is no approval policy')
  return row
}

/** False if someone else saved the rules since `version` was read. */
export const writePolicy = async (db: Db, policy: StoredPolicy): Promise<boolean> => {
  const { rowCount } = await db
    .update(approvalPolicy)
    .set({ ...policy, version: policy.version + 1, updatedAt: sql`now()` })
    .where(eq(version, policy.version))
  return rowCount === 1
}

// What the rules need to know about a bill besides its own columns. `table` is its table or an alias.

const isNewSubmitter = (table: string) =>
  sql<boolean>`NOT EXISTS (
    SELECT 1 FROM bill AS accepted
    WHERE accepted.email = ${sql.raw(table)}.email AND ${sql.raw(`accepted.${IS_ACCEPTED}`)}
      AND accepted.id <> ${sql.raw(table)}.id)`.as('is_new_submitter')

/** Someone else's approval of another invoice ends it. */
const editors = (table: string) => sql<string[]>`ARRAY(
  SELECT editor FROM mapping_editor
  WHERE mapping_editor.email = ${sql.raw(table)}.email AND NOT EXISTS (
    SELECT 1 FROM bill AS accepted
    WHERE accepted.email = mapping_editor.email AND ${sql.raw(`accepted.${IS_ACCEPTED}`)}
      AND accepted.id <> ${sql.raw(table)}.id AND accepted.decided_at > mapping_editor.edited_at
      AND EXISTS (
        SELECT 1 FROM jsonb_array_elements(accepted.approvals) AS approval
        WHERE approval ->> 'email' <> mapping_editor.editor)))`

/** For a list, where most of it is seldom needed. */
export const listedFactsOf = (table: string, needs: { readonly isNewSubmitter: boolean }) => ({
  isNewSubmitter: needs.isNewSubmitter ? isNewSubmitter(table) : sql<boolean>`false`.as('is_new'),
  // They matter only after the first approval.
  editors: sql<string[]>`CASE WHEN approvals = '[]' THEN '{}' ELSE ${editors(table)} END`.as(
    'editors',
  ),
})

/** For a single bill, with the rules. */
export const factsOf = (table: string) => ({
  isNewSubmitter: isNewSubmitter(table),
  editors: editors(table).as('editors'),
  policy: sql<StoredPolicy>`(
    SELECT json_build_object('rules', rules, 'separatesDuties', separates_duties, 'version', version)
    FROM approval_policy)`.as('policy'),
})

export const listApprovers = (db: Db, settings: Config['staff']): Promise<Approver[]> =>
  listAccountsWithTool(db, settings, 'approve_invoice')

export type RuledTask = TaskFacts & { readonly policy: Policy }

/**
 * Who has approved a task and who is still needed. Only a task with a rule or with a changed mapping needs the accounts;
 * any other needs one approval by anyone, such as `caller`.
 */
export const readProgress = async (
  db: Db,
  settings: Config['staff'],
  task: RuledTask,
  caller?: Approver,
) => {
  const { policy } = task
  const isOpenToAll =
    caller &&
    !findRule(policy, task) &&
    task.editors.length === 0 &&
    !isOwn(policy, task, caller.email)
  const approvers = isOpenToAll ? [caller] : await listApprovers(db, settings)
  const judge = (approvals: TaskFacts['approvals']) =>
    progressOf(policy, { ...task, approvals }, approvers)
  const progress = judge(task.approvals)
  return {
    progress,
    counts: countsOf(progress),
    approvers,
    refusalOf: (email: string) => refusalFor(policy, task, progress, email),
    /** The approvals with this person's, unless the task has enough. */
    approvalsWith: (email: string): TaskFacts['approvals'] =>
      progress.waiting.length === 0
        ? task.approvals
        : [...task.approvals, { email, at: new Date().toISOString() }],
    judge,
    /** This person can approve it now, and then it's approved. */
    canComplete: (email: string): boolean =>
      refusalFor(policy, task, progress, email) === undefined &&
      judge([...task.approvals, { email, at: '' }]).waiting.length === 0,
  }
}
