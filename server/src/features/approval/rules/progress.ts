// Decides which rule applies to a task, who has approved it, and who is still needed. Pure rules, no I/O.
import type { ApprovalRule, Condition, RuleConditions } from '@invoice-desk/contract/approval/rules'
import { isSameMailbox } from '../../../lib/same-mailbox.ts'
import { vendorKey } from '../../../lib/vendor-name.ts'
import { type Able, createAble, rosterOf } from './able.ts'
import { judgeDuties } from './duties.ts'
import { judgeSteps } from './steps.ts'
import type { Approver, Candidate, Judged, Policy, Progress, Stage, TaskFacts } from './types.ts'

export const meetsConditions = (conditions: RuleConditions, task: TaskFacts): boolean =>
  createTest(conditions)(task, vendorKey(task.vendor))

export const findRule = ({ rules }: Policy, task: TaskFacts): ApprovalRule | undefined => {
  const vendor = vendorKey(task.vendor)
  const index = testsOf(rules).findIndex((isMet) => isMet(task, vendor))
  return rules[index]
}

/** `vendor` is the key of the task's. */
type Test = (task: TaskFacts, vendor: string) => boolean

/** What each condition requires, if it's set. */
const TESTS: Readonly<Record<Condition, (conditions: RuleConditions) => Test | false | undefined>> =
  {
    amountFromCents: ({ amountFromCents: cents }) =>
      cents !== undefined && ((task) => task.amountCents >= cents),
    vendors: ({ vendors }) => {
      const keys = new Set(vendors.map(vendorKey))
      return keys.size > 0 && ((_task, vendor) => keys.has(vendor))
    },
    isNewSubmitter: ({ isNewSubmitter }) => isNewSubmitter && ((task) => task.isNewSubmitter),
    isDuplicate: ({ isDuplicate }) => isDuplicate && ((task) => task.duplicates.length > 0),
    // An unread document counts as differing, so no one can approve before it's read.
    differsFromDocument: ({ differsFromDocument }) =>
      differsFromDocument && ((task) => task.documentCheck !== null),
  }

const createTest = (conditions: RuleConditions): Test => {
  const tests = Object.values(TESTS).flatMap((create) => create(conditions) || [])
  return (task, vendor) => tests.every((isMet) => isMet(task, vendor))
}

const known = new WeakMap<Policy['rules'], readonly Test[]>()

/** Created once, because a list compares each of its invoices with each rule. */
const testsOf = (rules: Policy['rules']): readonly Test[] => {
  const tests = known.get(rules) ?? rules.map(({ conditions }) => createTest(conditions))
  known.set(rules, tests)
  return tests
}

export const progressOf = (
  policy: Policy,
  task: TaskFacts,
  approvers: readonly Approver[],
): Progress => {
  const rule = findRule(policy, task)
  const able = createAble(approvers, policy.separatesDuties ? task.email : undefined)
  const isEscalated = policy.escalateAfterDays !== null && task.escalatedAt !== null
  const approvals = countable(task.approvals, able)
  const judged = rule
    ? judgeSteps(rule, approvals, able, isEscalated)
    : judgeWithoutRule(approvals, able)
  const isDone = judged.waiting.length > 0 || !policy.separatesDuties
  return { rule, ...(isDone ? judged : judgeDuties({ ...task, approvals }, able, judged.given)) }
}

/** Of people who can still approve; one of each person. */
const countable = (approvals: TaskFacts['approvals'], able: Able): TaskFacts['approvals'] =>
  approvals.filter(
    ({ email }, index) =>
      able.find(email) !== undefined &&
      !approvals.slice(0, index).some((earlier) => isSameMailbox(earlier.email, email)),
  )

export type Refusal = 'own' | 'given' | Stage['because']

/** The number of approvals the task has, and how many it needs in total. */
export const countsOf = ({ given, waiting }: Progress) => {
  const missing = waiting.reduce((sum, { needed }) => sum + needed, 0)
  return { given: given.length, needed: given.length + missing }
}

/** Why this person can't approve the task now; undefined if they can. */
export const refusalFor = (
  policy: Policy,
  task: TaskFacts,
  { waiting: [now] }: Progress,
  email: string,
): Refusal | undefined => {
  if (isOwn(policy, task, email)) return 'own'
  // It got enough approvals when a rule or an account changed. Anyone can finish it.
  if (!now) return undefined
  if (findCandidate(now, email)) return undefined
  const hasApproved = task.approvals.some((approval) => isSameMailbox(approval.email, email))
  return hasApproved ? 'given' : now.because
}

export const findCandidate = (stage: Stage | undefined, email: string): Candidate | undefined =>
  stage?.people.find((candidate) => candidate.email === email)

/** Without people who are away, if their delegate is among them. */
export const presentPeople = (
  { people }: Stage,
  approvers: readonly Approver[],
): readonly Candidate[] => {
  const { byEmail } = rosterOf(approvers)
  const emails = new Set(people.map(({ email }) => email))
  return people.filter(({ email }) => !emails.has(byEmail.get(email)?.delegate ?? ''))
}

/** Whose turn it is. */
export const askedPeople = (
  { waiting: [now] }: Progress,
  approvers: readonly Approver[],
): readonly Approver[] => {
  const { byEmail } = rosterOf(approvers)
  const people = now ? presentPeople(now, approvers) : []
  return people.flatMap(({ email }) => byEmail.get(email) ?? [])
}

export const isOwn = (
  { separatesDuties }: Policy,
  task: Pick<TaskFacts, 'email'>,
  email: string,
): boolean => separatesDuties && isSameMailbox(task.email, email)

/** One approval by anyone is enough. */
const judgeWithoutRule = (approvals: TaskFacts['approvals'], able: Able): Judged => ({
  given: approvals,
  waiting:
    approvals.length > 0
      ? []
      : [
          {
            because: 'rule',
            people: able.all().map(({ email }) => ({ email })),
            needed: 1,
            unavailable: [],
          },
        ],
})
