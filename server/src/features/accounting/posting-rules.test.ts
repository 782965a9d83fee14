// Which bill in QuickBooks is the one that was submitted, and what is said about another one.
import { expect, it } from 'vitest'
import { differsFrom, isForAmount } from './posting-rules.ts'

it.each([
  ['USD', 30_500, true],
  ['USD', 30_501, false],
  ['EUR', 30_500, false],
])('a bill over %s %i is for $305.00: %s', (currency, totalCents, is) => {
  expect(isForAmount({ currency, totalCents }, 30_500)).toBe(is)
})

it('names the amount of another bill in its own currency', () => {
  expect(differsFrom({ currency: 'EUR', totalCents: 30_500 }).message).toContain('€305.00')
})
