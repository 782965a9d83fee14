import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { validationProblem } from './validation-problem.ts'

it('uses the specification’s text when the server sent none', () => {
  const codes = ['refused', 'invalid_json', 'invalid_response', 'network']
  expect(codes.map((code) => validationProblem(new ApiError('Told.', { code })))).toEqual([
    { message: 'Told.' },
    { message: 'Told.' },
    { message: 'Validation failed' },
    { message: 'Validation failed', detail: 'Told.' },
  ])
})
