// Reads, previews and saves the approval rules.
import { listPendingInvoices } from '@invoice-desk/contract/approval/approval'
import type {
  ApprovalPolicy,
  previewApprovalRule,
  saveApprovalPolicy,
} from '@invoice-desk/contract/approval/rules'
import type { BodyOf, ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { recordEvent } from '../../../db/audit.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { StaffCaller } from '../../../http/access.ts'
import { AppError } from '../../../lib/app-error.ts'
import { listPending } from '../queries.ts'
import { pendingView } from '../view.ts'
import { describeChange } from './describe-change.ts'
import { toFacts } from './pending-approvals.ts'
import { findRule, meetsConditions } from './progress.ts'
import { listApprovers, readPolicy, writePolicy } from './queries.ts'
import { findRuleProblem } from './rule-problem.ts'

const PREVIEW_SIZE = 10
const ALL_PENDING = listPendingInvoices.query.parse({})

export const createApprovalRules = ({ config, database }: Dependencies) => {
  const { db } = database

  const read = async (): Promise<ApprovalPolicy> => {
    const [policy, approvers] = await Promise.all([readPolicy(db), listApprovers(db, config)])
    return { ...policy, approvers }
  }

  const save = async (
    actor: StaffCaller,
    policy: BodyOf<typeof saveApprovalPolicy>,
  ): Promise<ApprovalPolicy> => {
    const approvers = await listApprovers(db, config)
    await db.transaction(async (tx) => {
      const before = await readPolicy(tx)
      const problem = findRuleProblem(before.rules, policy.rules, approvers)
      if (problem) throw new AppError('approval_rule_impossible', problem)
      if (!(await writePolicy(tx, policy))) throw new AppError('changed_meanwhile')
      await recordEvent(tx, {
        actor: actor.email,
        action: 'approval_rules_changed',
        subject: { kind: 'approval_rules', id: 'rules' },
        details: { text: describeChange(before, policy) },
      })
    })
    return { ...policy, version: policy.version + 1, approvers }
  }

  /** As if the rule were saved at this position. */
  const preview = async ({
    id,
    conditions,
    position,
  }: BodyOf<typeof previewApprovalRule>): Promise<ResponseOf<typeof previewApprovalRule>> => {
    const policy = await readPolicy(db)
    const { rows, total } = await listPending(db, ALL_PENDING, undefined, {
      isNewSubmitter: true,
      documentCheck: true,
    })
    const others = policy.rules.filter((rule) => rule.id !== id)
    const earlier = { ...policy, rules: others.slice(0, position) }
    const met = rows.filter((row) => meetsConditions(conditions, toFacts(row)))
    const caught = met.filter((row) => findRule(earlier, toFacts(row)) === undefined)
    return {
      invoices: caught.slice(0, PREVIEW_SIZE).map((row) => pendingView(row)),
      total: caught.length,
      totalCents: caught.reduce((sum, { amountCents }) => sum + amountCents, 0),
      taken: met.length - caught.length,
      pending: total,
    }
  }

  return { read, save, preview }
}
