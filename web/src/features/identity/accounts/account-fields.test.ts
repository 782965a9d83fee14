// The account form, and which field an error belongs to.
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../shared/api/api-error.ts'
import { fieldOf, fieldsOf, problemsOf, roleChoiceOf } from './account-fields.ts'

const APPROVER = { tools: ['approve_invoice' as const] }

describe('the account form', () => {
  it('requires an email', () => {
    const problems = problemsOf({ ...fieldsOf(undefined), ...APPROVER, email: 'nobody' })
    expect(problems).toEqual({ email: 'Enter a valid email address.' })
  })

  it('says in plain words that a name is too long', () => {
    const problems = problemsOf({
      ...fieldsOf(undefined),
      email: 'a@b.co',
      name: 'x'.repeat(5_000),
    })
    expect(problems.name).toMatch(/^This can have at most \d+ characters\.$/)
  })

  it('requires a role, or at least one tool', () => {
    const kim = { ...fieldsOf(undefined), email: ' Kim@Example.com ' }
    expect(problemsOf(kim)).toEqual({ role: 'Choose a role.' })
    expect(problemsOf({ ...kim, isCustom: true })).toEqual({ tools: 'Choose at least one tool.' })
    expect(problemsOf({ ...kim, isCustom: true, admin: true })).toEqual({})
    expect(problemsOf({ ...kim, ...APPROVER })).toEqual({})
  })
})

describe('the chosen role', () => {
  it.each([
    ['none at first', { admin: false, tools: [] }, false, ''],
    ['that of its tools', { admin: false, tools: ['approve_invoice' as const] }, false, 'approver'],
    ['custom if chosen', { admin: false, tools: ['approve_invoice' as const] }, true, 'custom'],
  ])('is %s', (_what, rights, isCustom, expected) => {
    expect(roleChoiceOf({ ...rights, isCustom })).toBe(expected)
  })
})

describe('a refusal', () => {
  it.each([
    ['account_exists', undefined, 'email'],
    ['invalid_input', 'tools.0', 'tools'],
    ['invalid_input', 'version', undefined],
    ['changed_meanwhile', undefined, undefined],
  ])('%s about %s belongs to %s', (code, field, expected) => {
    expect(fieldOf(new ApiError('No', { code, field }))).toBe(expected)
  })
})
