import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { validationProblem } from './validation-problem.ts'

it('says in the specification’s words what the server could not say itself', () => {
  const codes = ['refused', 'invalid_json', 'invalid_response', 'network']
  expect(codes.map((code) => validationProblem(new ApiError('Told.', { code })))).toEqual([
    { message: 'Told.' },
    { message: 'Told.' },
    { message: 'Validation failed' },
    { message: 'Validation failed', detail: 'Told.' },
  ])
})
