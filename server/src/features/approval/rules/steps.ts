// Decides which approvals the steps of a rule still need, and who can give them. Pure rules, no I/O.
import type { ApprovalRule } from '@invoice-desk/contract/approval-rules'
import type { Approval } from '../../../db/schema/contractor.ts'
import type { Approver, Candidate, Judged, Stage, TaskFacts } from './types.ts'

/**
 * Each person of a step has a place in it, and each approval fills one place. While someone is away, their delegate can
 * fill it. Administrators that the rule doesn't name can fill the places that would stay empty and, once the task is
 * escalated, every open place of the current step.
 */
export const judgeSteps = (
  rule: ApprovalRule,
  { approvals, escalatedAt }: TaskFacts,
  able: readonly Approver[],
): Judged => {
  const counted = new Set<Approval>()
  const waiting: Stage[] = []
  const cover = createCover(rule, approvals, able)
  for (const { people, needed } of rule.steps) {
    const open: string[] = []
    let missing = needed
    const count = (approval: Approval) => {
      counted.add(approval)
      missing -= 1
    }
    for (const person of people) {
      const approval = missing > 0 ? findApproval(approvals, counted, person) : undefined
      if (approval) count(approval)
      else open.push(person)
    }
    const absent = open.filter((person) => !cover.isCovered(person))
    const vacant = Math.max(0, missing - (open.length - absent.length))
    const substitutes = approvals.filter(
      (approval) => !counted.has(approval) && cover.isSubstitute(approval.email),
    )
    substitutes.slice(0, vacant).forEach(count)
    if (missing === 0) continue
    const isEscalated = escalatedAt !== null && waiting.length === 0
    const replaced = isEscalated || vacant > 0 ? (absent[0] ?? open[0]) : undefined
    waiting.push({
      because: 'rule',
      people: cover.candidatesFor(open, replaced),
      needed: missing,
      unavailable: vacant > 0 ? absent : [],
      isEscalated,
    })
  }
  return { given: approvals.filter((approval) => counted.has(approval)), waiting }
}

/** An approval that doesn't count yet, for this place or by this person. */
const findApproval = (
  approvals: readonly Approval[],
  counted: ReadonlySet<Approval>,
  person: string,
): Approval | undefined => {
  const free = approvals.filter((approval) => !counted.has(approval))
  return (
    free.find(({ email, onBehalfOf = email }) => onBehalfOf === person) ??
    free.find(({ email }) => email === person)
  )
}

/** Who can act for the people of a rule. No one approves a task twice, not even for someone else. */
const createCover = (
  { steps }: ApprovalRule,
  approvals: readonly Approval[],
  able: readonly Approver[],
) => {
  const named = new Set(steps.flatMap(({ people }) => people))
  const hasApproved = new Set(approvals.map(({ email }) => email))
  const find = (email: string) => able.find((approver) => approver.email === email)
  const canAct = (email: string) => find(email) !== undefined && !hasApproved.has(email)

  const delegateOf = (person: string): string | undefined => {
    const delegate = find(person)?.delegate
    return delegate !== undefined && canAct(delegate) && !named.has(delegate) ? delegate : undefined
  }

  const actorsFor = (person: string): readonly Candidate[] => {
    const delegate = delegateOf(person)
    return [
      ...(canAct(person) ? [{ email: person }] : []),
      ...(delegate === undefined ? [] : [{ email: delegate, onBehalfOf: person }]),
    ]
  }

  const isSubstitute = (email: string): boolean => !named.has(email) && find(email)?.admin === true

  return {
    isSubstitute,
    /** Someone who is away can still approve, but no one should wait for them. */
    isCovered: (person: string): boolean =>
      find(person)?.delegate === undefined ? canAct(person) : delegateOf(person) !== undefined,
    /** `replaced` is the person in whose place administrators can approve. */
    candidatesFor: (people: readonly string[], replaced: string | undefined) => {
      const actors = people.flatMap(actorsFor)
      const free = able.filter(({ email }) => isSubstitute(email) && canAct(email))
      const instead = free.map(({ email }) => ({ email, onBehalfOf: replaced }))
      const all: readonly Candidate[] = replaced === undefined ? actors : [...actors, ...instead]
      return all.filter(({ email }, index) => index === all.findIndex((c) => c.email === email))
    },
  }
}
