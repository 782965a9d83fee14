import type { ApprovalRule } from '@invoice-desk/contract/approval/rules'
import { describe, expect, it } from 'vitest'
import type { Approval } from '../../../db/schema/bills.ts'
import { askedPeople, progressOf } from './progress.ts'
import type { Approver, TaskFacts } from './types.ts'

const approver = (email: string, more: Partial<Approver> = {}): Approver => ({
  ...{ email, name: '', admin: false, notices: 'each' },
  ...more,
})
const PEOPLE = ['bo', 'cy', 'dee']
/** `ada` is an administrator; `delegates` says who is away and who acts for them. */
const approversWith = (delegates: Record<string, string>): Approver[] => [
  approver('ada', { admin: true }),
  ...PEOPLE.map((email) => approver(email, { delegate: delegates[email] })),
]
const approval = (email: string, onBehalfOf?: string): Approval => ({
  ...{ email, at: '2026-11-02T10:00:00Z' },
  ...(onBehalfOf && { onBehalfOf }),
})
const byAdmin = (onBehalfOf: string): Approval => ({
  ...approval('ada', onBehalfOf),
  isSubstitute: true,
})

const ANY = { vendors: [], isNewSubmitter: false, isDuplicate: false }
const POLICY = { rules: [], separatesDuties: true, escalateAfterDays: 3 }

const TASK: TaskFacts = {
  email: 'vera@vendor.example',
  vendor: 'Blue Heron',
  amountCents: 1,
  duplicates: [],
  approvals: [],
  isNewSubmitter: false,
  documentCheck: null,
  editors: [],
  escalatedAt: null,
}

const judge = (
  steps: ApprovalRule['steps'],
  delegates: Record<string, string>,
  task: Partial<TaskFacts> = {},
) => {
  const approvers = approversWith(delegates)
  const facts = { ...TASK, ...task }
  const rules = [{ id: '1', name: 'Rule', conditions: ANY, steps }]
  const progress = progressOf({ ...POLICY, rules }, facts, approvers)
  return {
    given: progress.given.length,
    waiting: progress.waiting.map(({ people, ...stage }) => ({
      ...stage,
      people: people.map(({ email, onBehalfOf }) =>
        onBehalfOf ? `${email} for ${onBehalfOf}` : email,
      ),
    })),
    asked: askedPeople(progress, approvers).map(({ email }) => email),
  }
}

const only = (...people: string[]) => [{ people, needed: people.length }]
const peopleOf = ({ waiting: [now] }: ReturnType<typeof judge>) => now?.people

describe('someone who is away', () => {
  it('can be replaced by their delegate, who is asked instead', () => {
    const judged = judge(only('bo'), { bo: 'cy' })
    expect(peopleOf(judged)).toEqual(['bo', 'cy for bo'])
    expect(judged.asked).toEqual(['cy'])
    const approvals = [approval('cy', 'bo')]
    expect(judge(only('bo'), {}, { approvals })).toMatchObject({ given: 1, waiting: [] })
  })

  it('is not asked about invoices without a rule either', () => {
    const approvers = approversWith({ bo: 'cy' })
    const progress = progressOf(POLICY, TASK, approvers)
    const asked = askedPeople(progress, approvers).map(({ email }) => email)
    expect(asked).toEqual(['ada', 'cy', 'dee'])
  })

  it.each<[string, Record<string, string>, Approval[]]>([
    ['has a place in the rule', { bo: 'cy' }, []],
    ['has already approved', { bo: 'dee' }, [approval('dee', 'cy')]],
    ["can't approve invoices", { bo: 'gone' }, []],
  ])('is replaced by an administrator if the delegate %s', (_reason, delegates, approvals) => {
    const judged = judge(only('bo', 'cy'), delegates, { approvals })
    expect(judged.waiting[0]).toMatchObject({ unavailable: ['bo'] })
    expect(peopleOf(judged)).toContain('ada for bo')
    expect(peopleOf(judged)).toContain('bo')
  })

  it('is not replaced for their own invoice by their delegate', () => {
    const judged = judge(only('bo'), { bo: 'cy' }, { email: 'bo' })
    expect(peopleOf(judged)).toEqual(['ada for bo'])
  })

  it('keeps their place if the delegate can approve as an administrator', () => {
    const judged = judge(only('bo', 'gone'), { bo: 'ada' })
    expect(peopleOf(judged)).toEqual(['bo', 'ada for gone'])
    const half = judge(only('bo', 'gone'), { bo: 'ada' }, { approvals: [byAdmin('gone')] })
    expect([half.given, peopleOf(half)]).toEqual([1, ['bo']])
  })

  it('shares a delegate with others only once', () => {
    const delegates = { bo: 'dee', cy: 'dee' }
    const first = judge(only('bo', 'cy'), delegates)
    expect(peopleOf(first)).toEqual(['bo', 'dee for bo', 'cy'])
    const second = judge(only('bo', 'cy'), delegates, { approvals: [approval('dee', 'bo')] })
    expect(second.given).toBe(1)
    expect(peopleOf(second)).toEqual(['cy', 'ada for cy'])
  })
})

describe('an escalated task', () => {
  const steps = [
    { people: ['bo', 'cy'], needed: 1 },
    { people: ['dee'], needed: 1 },
  ]
  const escalatedAt = new Date()

  it('lets administrators approve for the current step', () => {
    const { waiting } = judge(steps, {}, { escalatedAt })
    expect(waiting).toMatchObject([
      { people: ['bo', 'cy', 'ada for bo'], needed: 1, openToAdmins: 'escalated' },
      { people: ['dee'], openToAdmins: undefined },
    ])
  })

  it('keeps that approval in the next step, which needs another person', () => {
    const { given, waiting } = judge(steps, {}, { approvals: [byAdmin('bo')] })
    expect([given, waiting]).toMatchObject([1, [{ people: ['dee'] }]])
  })

  it('leaves everyone who has not approved their own place', () => {
    const approvals = [byAdmin('bo')]
    const two = [{ people: ['bo', 'cy', 'dee'], needed: 2 }]
    const judged = judge(two, {}, { approvals })
    expect([judged.given, peopleOf(judged)]).toEqual([1, ['bo', 'cy', 'dee']])
    const done = judge(two, {}, { approvals: [...approvals, approval('bo')] })
    expect(done).toMatchObject({ given: 2, waiting: [] })
  })

  it('does not let administrators approve once escalation is off', () => {
    const rules = [{ id: '1', name: 'Rule', conditions: ANY, steps }]
    const policy = { ...POLICY, rules, escalateAfterDays: null }
    const progress = progressOf(policy, { ...TASK, escalatedAt }, approversWith({}))
    expect(progress.waiting[0]?.people).toEqual([{ email: 'bo' }, { email: 'cy' }])
  })
})
