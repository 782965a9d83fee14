import type { ApprovalRule } from '@invoice-desk/contract/approval/rules'
import { expect, it } from 'vitest'
import { describeChange } from './describe-change.ts'
import { findRuleProblem } from './rule-problem.ts'

const APPROVERS = ['ada@x.example', 'bo@x.example'].map((email) => ({
  email,
  name: '',
  admin: false,
}))

const rule = (name: string, ...steps: ApprovalRule['steps']): ApprovalRule => ({
  id: `5f4dcc3b-0000-4000-8000-0000000000${String(name.length).padStart(2, '0')}`,
  name,
  conditions: { vendors: [], isNewSubmitter: false, isDuplicate: false },
  steps,
})
const ada = { people: ['ada@x.example'], needed: 1 }

it.each<[string, ApprovalRule[], string, RegExp]>([
  [
    'two rules of one name',
    [rule('A', ada), { ...rule('A', ada), id: 'other' }],
    'rules.1.name',
    /already a rule named "A"/,
  ],
  [
    'someone without the tool',
    [rule('A', { people: ['cy@x.example'], needed: 1 })],
    'rules.0.steps.0.people',
    /cy@x.example can't approve invoices/,
  ],
  ['someone in two steps', [rule('A', ada, ada)], 'rules.0.steps.1.people', /in this rule twice/],
  [
    'more approvals than people',
    [rule('A', { ...ada, needed: 2 })],
    'rules.0.steps.0.needed',
    /needs 2 approvals, but has only 1/,
  ],
])('refuses %s', (_name, rules, field, text) => {
  expect(findRuleProblem([], rules, APPROVERS)).toEqual({
    field,
    text: expect.stringMatching(text),
  })
})

it('accepts a rule that can be fulfilled', () => {
  const all = { people: APPROVERS.map(({ email }) => email), needed: 2 }
  expect(findRuleProblem([], [rule('A', all)], APPROVERS)).toBeUndefined()
})

it('keeps a rule whose people were disabled since', () => {
  const broken = rule('A', { people: ['gone@x.example'], needed: 1 })
  expect(findRuleProblem([broken], [rule('New', ada), broken], APPROVERS)).toBeUndefined()
})

it('describes what changed, with what it was before', () => {
  const [a, bb, ccc] = [rule('A', ada), rule('BB', ada), rule('CCC', ada)]
  const before = { rules: [a, bb], separatesDuties: true, escalateAfterDays: null }
  const larger = { ...a, conditions: { ...a.conditions, amountFromCents: 500_000 } }
  const of = (name: string, which = 'All invoices') =>
    `"${name}" (${which}; approved by ada@x.example)`
  expect(
    describeChange(before, {
      rules: [bb, larger, ccc],
      separatesDuties: false,
      escalateAfterDays: 3,
    }),
  ).toBe(
    `changed ${of('A')} to ${of('A', 'Invoices of $5,000.00 or more')}; added ${of('CCC')}; changed the order; turned separation of duties off; set escalation to 3 business days`,
  )
  expect(describeChange(before, { ...before, rules: [a] })).toBe(`deleted ${of('BB')}`)
})
