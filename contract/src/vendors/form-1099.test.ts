// Tests from which amount a year's payments are reported.
import { expect, it } from 'vitest'
import { reportingThreshold } from './form-1099.ts'

it.each([
  [2000, 60_000, true],
  [2025, 60_000, true],
  [2026, 200_000, true],
  // Follows inflation and isn't announced yet.
  [2027, 200_000, false],
])('payments of %i are reported from %i cents; known: %s', (year, cents, isKnown) => {
  expect(reportingThreshold(year)).toEqual({ cents, isKnown })
})
