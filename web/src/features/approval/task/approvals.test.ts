import type { Task, TaskApproval } from '@invoice-desk/contract/approval/approval'
import { expect, it } from 'vitest'
import { hasApprovals, noteFor, unavailableText, waitingText } from './approvals.ts'

const people = ['Ada', 'Bo', 'Cy'].map((name) => ({ name, email: `${name}@x.example` }))
const stage = {
  because: 'rule',
  people,
  needed: 1,
  unavailable: [] as string[],
} as const

const taskWith = (approval: Partial<TaskApproval>, name = 'sent for approval') =>
  ({
    status: { name, color: '' },
    approval: { given: [], needed: 1, waiting: [], isLast: true, ...approval },
  }) as unknown as Task

it.each([
  [1, 0, 'Waiting for Ada, Bo, or Cy'],
  [2, 0, 'Waiting for 2 of Ada, Bo, and Cy'],
  [3, 1, 'Then Ada, Bo, and Cy'],
  [4, 0, 'Waiting for Ada, Bo, and Cy'],
])('says who is needed (%i) in step %i', (needed, index, text) => {
  expect(waitingText({ ...stage, needed }, index)).toBe(text)
})

it('says that no one can approve, and names those who did not change the mapping', () => {
  expect(waitingText({ ...stage, people: [] }, 0)).toBe('No one can approve this step')
  expect(waitingText({ ...stage, because: 'mapping' }, 0)).toBe(
    "Waiting for someone who didn't change who is paid: Ada, Bo, or Cy",
  )
})

it('says who can act instead of people who cannot approve', () => {
  expect(unavailableText(stage)).toBeUndefined()
  const instead = { ...stage, openToAdmins: 'unavailable' } as const
  expect(unavailableText({ ...instead, unavailable: ['Dee', 'Eve'] })).toBe(
    "Dee and Eve aren't available, so an administrator can approve it instead.",
  )
  expect(unavailableText({ ...stage, people: [], unavailable: ['Dee'] })).toBe(
    "Dee isn't available. An administrator has to change the rule or the accounts.",
  )
})

it('says in whose place someone can approve, and that it was escalated', () => {
  const [ada, bo] = people
  const cover = { ...stage, people: [{ ...ada, for: 'Dee' }, bo] } as typeof stage
  expect(waitingText(cover, 0)).toBe('Waiting for Ada (for Dee) or Bo')
  expect(unavailableText({ ...stage, openToAdmins: 'escalated' })).toContain('waited too long')
  expect(unavailableText({ ...stage, unavailable: ['Ada'] })).toBe(
    'Ada is away, but can still approve.',
  )
})

it('tells approvers why they cannot approve, or that others have to', () => {
  expect(noteFor(taskWith({}))).toBeUndefined()
  expect(noteFor(taskWith({ refusal: 'No.' }))).toBe('No.')
  expect(noteFor(taskWith({ isLast: false }))).toContain('You changed who is paid')
  expect(noteFor(taskWith({ isLast: false, rule: 'Large' }))).toContain('Others have to approve')
  expect(noteFor(taskWith({ refusal: 'No.' }, 'approved'))).toBeUndefined()
  const given = [{ name: 'Ada', email: 'ada@x.example', at: '2026-11-02T10:00:00Z' }]
  expect(noteFor(taskWith({ given }))).toContain('all the approvals it needs')
})

it('shows approvals only if there is something to know', () => {
  const given = people.map((person) => ({ ...person, at: '2026-11-02T10:00:00Z' }))
  expect(hasApprovals(taskWith({}))).toBe(false)
  expect(hasApprovals(taskWith({ rule: 'Large' }))).toBe(true)
  expect(hasApprovals(taskWith({ given: given.slice(0, 1) }, 'approved'))).toBe(false)
  expect(hasApprovals(taskWith({ given }, 'approved'))).toBe(true)
  const [first] = given.map((each) => ({ ...each, for: 'Dee' }))
  expect(hasApprovals(taskWith({ given: first ? [first] : [] }, 'approved'))).toBe(true)
})
