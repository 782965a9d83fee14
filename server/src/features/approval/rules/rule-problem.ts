// Finds what makes a rule impossible to fulfill. Pure rules, no I/O.
import { isDeepStrictEqual } from 'node:util'
import type { ApprovalRule } from '@invoice-desk/contract/approval/rules'
import type { Approver } from './types.ts'

type Problem = { readonly field: string; readonly text: string }

/** Rules that stay as they are aren't checked: a disabled account must not block other changes. */
export const findRuleProblem = (
  before: readonly ApprovalRule[],
  rules: readonly ApprovalRule[],
  approvers: readonly Pick<Approver, 'email'>[],
): Problem | undefined => {
  for (const [index, rule] of rules.entries()) {
    const earlier = rules.slice(0, index)
    if (earlier.some(({ id }) => id === rule.id))
      return { field: `rules.${index}.id`, text: 'Another rule has this id.' }
    if (earlier.some(({ name }) => name === rule.name))
      return { field: `rules.${index}.name`, text: `There's already a rule named "${rule.name}".` }
    const isKept = before.some((former) => isDeepStrictEqual(former, rule))
    const problem = isKept ? undefined : stepProblem(rule, approvers)
    if (problem) return { ...problem, field: `rules.${index}.${problem.field}` }
  }
  return undefined
}

const stepProblem = (
  { steps }: ApprovalRule,
  approvers: readonly Pick<Approver, 'email'>[],
): Problem | undefined => {
  const seen = new Set<string>()
  for (const [index, { people, needed }] of steps.entries()) {
    const field = `steps.${index}.people`
    for (const email of people) {
      if (seen.has(email))
        return { field, text: `${email} is in this rule twice. Each person can be in one step.` }
      if (!approvers.some((approver) => approver.email === email))
        return {
          field,
          text: `${email} can't approve invoices. Choose someone else, or give the account the "Approve invoice" tool.`,
        }
      seen.add(email)
    }
    if (needed > people.length)
      return {
        field: `steps.${index}.needed`,
        text: `This step needs ${needed} approvals, but has only ${people.length} people.`,
      }
  }
  return undefined
}
