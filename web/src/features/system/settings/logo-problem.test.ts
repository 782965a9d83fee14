import { expect, it } from 'vitest'
import { logoProblem } from './logo-problem.ts'

it.each([
  [{ size: 200_000, type: 'image/png' }, undefined],
  [{ size: 1, type: 'image/jpeg' }, undefined],
  [{ size: 0, type: 'image/png' }, 'This file is empty. Choose another one.'],
  [{ size: 10, type: 'image/svg+xml' }, 'Choose a PNG or JPEG image.'],
  [{ size: 200_001, type: 'image/png' }, 'This file is 201 kB. Choose one up to 200 kB.'],
  [{ size: 5_000_000, type: 'image/png' }, 'This file is 5 MB. Choose one up to 200 kB.'],
])('checks %j', (file, problem) => {
  expect(logoProblem(file)).toBe(problem)
})
