// The account form, and which field an error belongs to.
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../shared/api-error.ts'
import { fieldOf, fieldsOf, problemsOf } from './account-fields.ts'

describe('the account form', () => {
  it('requires an email', () => {
    const problems = problemsOf({ ...fieldsOf(undefined), email: 'nobody' })
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

  it('requires nothing else', () => {
    expect(problemsOf({ ...fieldsOf(undefined), email: ' Kim@Example.com ' })).toEqual({})
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
