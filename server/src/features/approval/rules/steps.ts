// Decides which approvals the steps of a rule still need, and who can give them. Pure rules, no I/O.
import type { ApprovalRule, RuleStep } from '@invoice-desk/contract/approval/rules'
import type { Approval } from '../../../db/schema/bills.ts'
import { isSameMailbox } from '../../../lib/same-mailbox.ts'
import type { Able } from './able.ts'
import type { Candidate, Judged, Stage } from './types.ts'

/**
 * Each person of a step has a place in it. They fill it themselves or, while they're away, their delegate does.
 * Administrators that the rule doesn't name can approve instead if too few of its people are available or the task is
 * escalated. They take no one's place, so everyone who hasn't approved still can. Each approval counts once.
 */
export const judgeSteps = (
  rule: ApprovalRule,
  approvals: readonly Approval[],
  able: Able,
  isEscalated: boolean,
): Judged => {
  const counted = new Set<Approval>()
  const waiting: Stage[] = []
  const cover = createCover(rule, approvals, able)
  for (const step of rule.steps) {
    const { open, missing } = countApprovals(step, approvals, counted)
    const absent = open.filter((person) => !cover.isCovered(person))
    const vacant = Math.max(0, missing - (open.length - absent.length))
    // Before each approval said in whose place it was given, any by an administrator counted.
    const others = approvals.filter(
      (approval) => !counted.has(approval) && !approval.onBehalfOf && cover.isSubstitute(approval),
    )
    const substitutes = others.slice(0, vacant)
    for (const approval of substitutes) counted.add(approval)
    const needed = missing - substitutes.length
    if (needed === 0) continue
    const isLate = isEscalated && waiting.length === 0
    const replaced = isLate || vacant > 0 ? (absent[0] ?? open[0] ?? step.people[0]) : undefined
    const people = cover.candidatesFor(open, replaced)
    const why = vacant > 0 ? 'unavailable' : 'escalated'
    waiting.push({
      because: 'rule',
      people,
      needed,
      unavailable: vacant > 0 ? absent : [],
      openToAdmins: people.some((candidate) => candidate.isSubstitute) ? why : undefined,
    })
  }
  return { given: approvals.filter((approval) => counted.has(approval)), waiting }
}

/** Counts the approvals for a step: by its people, by their delegates, and by administrators in place of one of them. */
const countApprovals = (
  { people, needed }: RuleStep,
  approvals: readonly Approval[],
  counted: Set<Approval>,
) => {
  let missing = needed
  const count = (isFor: (approval: Approval) => boolean): boolean => {
    const found =
      missing > 0
        ? approvals.find((approval) => !counted.has(approval) && isFor(approval))
        : undefined
    if (!found) return false
    counted.add(found)
    missing -= 1
    return true
  }
  const open = people.filter(
    (person) =>
      !count(({ email }) => email === person) &&
      !count(({ onBehalfOf, isSubstitute }) => onBehalfOf === person && !isSubstitute),
  )
  for (const { onBehalfOf, isSubstitute } of approvals)
    if (isSubstitute && onBehalfOf !== undefined && people.includes(onBehalfOf))
      count((approval) => approval.isSubstitute === true && approval.onBehalfOf === onBehalfOf)
  return { open, missing }
}

/** Who can act for the people of a rule. No one approves a task twice, not even for someone else. */
const createCover = ({ steps }: ApprovalRule, approvals: readonly Approval[], able: Able) => {
  const isNamed = (email: string) => steps.some(({ people }) => people.includes(email))
  const canAct = (email: string) =>
    able.find(email) !== undefined &&
    !approvals.some((approval) => isSameMailbox(approval.email, email))

  const delegateOf = (person: string): string | undefined => {
    const delegate = able.find(person)?.delegate
    return delegate !== undefined && canAct(delegate) && !isNamed(delegate) ? delegate : undefined
  }

  const actorsFor = (person: string): readonly Candidate[] => {
    const delegate = delegateOf(person)
    return [
      ...(canAct(person) ? [{ email: person }] : []),
      ...(delegate === undefined ? [] : [{ email: delegate, onBehalfOf: person }]),
    ]
  }

  return {
    isSubstitute: ({ email }: Approval): boolean =>
      able.find(email)?.admin === true && !isNamed(email),
    /** Someone who is away can still approve, but no one should wait for them. */
    isCovered: (person: string): boolean =>
      able.find(person)?.delegate === undefined ? canAct(person) : delegateOf(person) !== undefined,
    /** `replaced` is the person instead of whom administrators can approve. */
    candidatesFor: (people: readonly string[], replaced: string | undefined) => {
      const free = able.admins().filter(({ email }) => !isNamed(email) && canAct(email))
      const instead: readonly Candidate[] =
        replaced === undefined
          ? []
          : free.map(({ email }) => ({ email, onBehalfOf: replaced, isSubstitute: true }))
      const found = new Map<string, Candidate>()
      // If a delegate could also approve as an administrator, that leaves the person their place.
      for (const actor of people.flatMap(actorsFor)) {
        const substitute = instead.find(({ email }) => email === actor.email)
        if (!found.has(actor.email)) found.set(actor.email, substitute ?? actor)
      }
      for (const substitute of instead) found.set(substitute.email, substitute)
      return [...found.values()]
    },
  }
}
