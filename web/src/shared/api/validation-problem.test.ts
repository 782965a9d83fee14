import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { validationProblem } from './validation-problem.ts'

it('uses the specification’s text when the server sent none', () => {
  const codes = ['refused', 'invalid_json', 'invalid_response', 'network']
  expect(
    codes.map((code) => validationProblem(new ApiError('From the server.', { code }))),
  ).toEqual([
    { message: 'From the server.' },
    { message: 'From the server.' },
    { message: 'Validation failed' },
    { message: 'Validation failed', detail: 'From the server.' },
  ])
})
