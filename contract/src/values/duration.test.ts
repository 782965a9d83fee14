import { expect, it } from 'vitest'
import { durationInWords } from './duration.ts'

it.each([
  [0, '1 second'],
  [0.2, '1 second'],
  [1, '1 second'],
  [1.1, '2 seconds'],
  [59, '59 seconds'],
  [59.5, '1 minute'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [719, '12 minutes'],
  [3_540, '59 minutes'],
  [3_541, '1 hour'],
  [3_600, '1 hour'],
  [3_601, '2 hours'],
])('formats %s seconds as %s', (seconds, words) => {
  expect(durationInWords(seconds)).toBe(words)
})
