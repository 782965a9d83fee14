// Which bill in QuickBooks is the one that was submitted, what is said about another one, and how a try ends.
import { expect, it } from 'vitest'
import { AppError } from '../../app-error.ts'
import { ProviderError, type ProviderErrorKind } from '../../providers/provider-error.ts'
import { differsFrom, endingOf, isForAmount, refuseLookup } from './posting-rules.ts'

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

const NOW = Date.parse('2026-11-02T12:00:00Z')
const begun = (state: 'intent' | 'unknown', minutesAgo: number) => ({
  state,
  createdAt: new Date(NOW - minutesAgo * 60_000),
})
const failure = (kind: ProviderErrorKind) => new ProviderError('quickbooks', kind, 'no')

it.each([
  ['intent', 'rejected', 1, 'failed'],
  ['intent', 'unavailable', 1, 'failed'],
  ['intent', 'outcome_unknown', 1, 'unknown'],
  ['unknown', 'rejected', 59, 'unknown'],
  ['unknown', 'rejected', 60, 'failed'],
  ['unknown', 'unavailable', 600, 'unknown'],
  ['unknown', 'auth', 600, 'unknown'],
] as const)('%s, then %s after %i minutes: %s', (state, kind, minutes, ending) => {
  expect(endingOf(begun(state, minutes), failure(kind), NOW).state).toBe(ending)
})

it('learns nothing about an open outcome from a lookup that was refused', () => {
  const lookup = () => refuseLookup(failure('rejected'))
  expect(lookup).toThrow(expect.objectContaining({ kind: 'unavailable' }))
})

it.each([
  ['intent', 1, 'failed'],
  ['unknown', 59, 'unknown'],
  ['unknown', 60, 'failed'],
] as const)('%s, then another bill with its number after %i minutes: %s', (...given) => {
  const [state, minutes, ending] = given
  const error = new AppError('qbo_bill_differs')
  expect(endingOf(begun(state, minutes), error, NOW).state).toBe(ending)
})
