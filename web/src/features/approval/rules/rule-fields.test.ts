import { conditionsText, missingPeople, stepsText } from '@invoice-desk/contract/approval/rule-text'
import type { ApprovalRule } from '@invoice-desk/contract/approval/rules'
import { expect, it } from 'vitest'
import { fieldAt, fieldsOf, problemsOf, ruleFrom } from './rule-fields.ts'

const RULE: ApprovalRule = {
  id: '5f4dcc3b-0000-4000-8000-000000000001',
  name: 'Large',
  conditions: {
    amountFromCents: 150_000,
    vendors: ['Acme', 'Blue Heron'],
    isNewSubmitter: true,
    isDuplicate: false,
  },
  steps: [
    { people: ['ada@x.example', 'bo@x.example'], needed: 2 },
    { people: ['cy@x.example', 'dee@x.example'], needed: 1 },
  ],
}
const APPROVERS = [
  { email: 'ada@x.example', name: 'Ada', admin: true },
  { email: 'bo@x.example', name: '', admin: false },
  { email: 'cy@x.example', name: 'Cy', admin: false },
]

it('turns a rule into fields and back', () => {
  const fields = fieldsOf(RULE)
  expect(fields).toMatchObject({
    amountFrom: '1500.00',
    steps: [{ needed: 'all' }, { needed: '1' }],
  })
  expect(ruleFrom(RULE.id, fields)).toEqual(RULE)
  const differing = { ...RULE, conditions: { ...RULE.conditions, differsFromDocument: true } }
  expect(ruleFrom(RULE.id, fieldsOf(differing))).toEqual(differing)
})

it('keeps "all" when people are added, and never needs more than there are', () => {
  const { steps, ...fields } = fieldsOf(RULE)
  const people = ['ada@x.example', 'bo@x.example', 'cy@x.example']
  const changed = ruleFrom('', {
    ...fields,
    steps: [
      { key: '1', people, needed: 'all' },
      { key: '2', people: ['dee@x.example'], needed: '2' },
    ],
  })
  expect(changed.steps.map(({ needed }) => needed)).toEqual([3, 1])
})

it('names what is missing', () => {
  expect(problemsOf(fieldsOf(undefined))).toEqual({
    name: 'This is required.',
    'steps.0.people': 'Choose at least one person.',
  })
  expect(problemsOf({ ...fieldsOf(RULE), amountFrom: 'much' })).toEqual({
    amountFrom: 'Enter an amount above 0, or leave this empty.',
  })
  expect(problemsOf(fieldsOf(RULE))).toEqual({})
})

it('finds the field that the server refused', () => {
  expect(fieldAt('steps.1.needed')).toBe('steps.1.people')
  expect(fieldAt('conditions.vendors.3')).toBe('vendors')
  expect(fieldAt('id')).toBeUndefined()
})

it('describes a rule', () => {
  expect(conditionsText(RULE.conditions)).toBe(
    'Invoices of $1,500.00 or more, from Acme or Blue Heron, from a new submitter',
  )
  expect(conditionsText({ vendors: [], isNewSubmitter: false, isDuplicate: false })).toBe(
    'All invoices',
  )
  expect(conditionsText({ ...RULE.conditions, vendors: [], differsFromDocument: true })).toBe(
    "Invoices of $1,500.00 or more, from a new submitter, with an amount that wasn't found in the document",
  )
  expect(stepsText(RULE.steps, APPROVERS)).toBe('Ada and bo@x.example, then Cy or dee@x.example')
  expect(missingPeople(RULE.steps, APPROVERS)).toEqual(['dee@x.example'])
})
