// Tests which QuickBooks bill matches a submitted one, what staff see about similar bills, and how a try ends.
import { expect, it } from 'vitest'
import { AppError } from '../../lib/app-error.ts'
import { ProviderError, type ProviderErrorKind } from '../../providers/provider-error.ts'
import {
  endingOf,
  isForAmount,
  isUnwanted,
  refuseLookup,
  refusePosting,
  refuseUnwanted,
  similarTo,
} from './posting-rules.ts'

it.each([
  ['USD', 30_500, true],
  ['USD', 30_501, false],
  ['EUR', 30_500, false],
])('a bill for %s %i cents matches $305.00: %s', (currency, totalCents, matches) => {
  expect(isForAmount({ currency, totalCents }, 30_500)).toBe(matches)
})

it('asks about similar bills by number and amount, each in its own currency', () => {
  const bill = (totalCents: number, currency: string) => ({
    ...{ id: '7', vendorId: '1', vendorName: 'V', invoiceNumber: 'DW-014', note: '' },
    ...{ date: '2026-11-01', dueDate: '2026-12-01', balanceCents: totalCents },
    ...{ totalCents, currency },
  })
  const questionFor = (...bills: ReturnType<typeof bill>[]) => similarTo(bills, 69_000).message
  expect(questionFor(bill(68_000, 'USD'))).toBe(
    'QuickBooks already has bill DW-014 for $680.00. Add this one for $690.00 as well?',
  )
  expect(questionFor(bill(68_000, 'USD'), bill(69_000, 'EUR'))).toBe(
    'QuickBooks already has bills DW-014 for $680.00 and DW-014 for €690.00. Add this one for $690.00 as well?',
  )
})

const NOW = Date.parse('2026-11-02T12:00:00Z')
const postingIn = (state: 'intent' | 'unknown', minutesAgo: number) => ({
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
  expect(endingOf(postingIn(state, minutes), failure(kind), NOW).state).toBe(ending)
})

it.each([
  ['intent', 'rejected', 'qbo_bill_refused'],
  ['intent', 'unavailable', 'qbo_bill_failed'],
  ['intent', 'outcome_unknown', 'qbo_bill_unknown'],
  ['unknown', 'unavailable', 'qbo_bill_unknown'],
  ['unknown', 'auth', 'qbo_connection_invalid'],
] as const)('%s, then %s: the approver gets %s', (state, kind, code) => {
  const row = { state, createdAt: new Date() }
  const refuse = () => refusePosting(row)(failure(kind))
  expect(refuse).toThrow(expect.objectContaining({ code }))
})

const posted = { invoiceNumber: 'DW-014', amountCents: 69_000, createdAt: new Date(NOW) }
const correctedAfter = (ms: number) => ({
  changes: { resubmittedAt: new Date(NOW + ms).toISOString() },
})

it.each([
  ['approved', 3, 2, {}, false],
  ['changes_requested', 2, 2, {}, false],
  ['changes_requested', 3, 2, {}, true],
  ['rejected', 3, undefined, {}, true],
  ['received', 3, 3, { amountCents: 68_000 }, true],
  ['received', 3, 3, { invoiceNumber: 'DW-15' }, true],
  ['received', 3, undefined, correctedAfter(1), true],
  ['received', 3, 3, correctedAfter(1), false],
  ['received', 3, undefined, correctedAfter(-1), false],
] as const)('a task that is %s in version %i, seen as %s, with %j: unwanted %s', (...given) => {
  const [status, version, seen, changed, isDropped] = given
  expect(isUnwanted({ ...posted, status, version, changes: {}, ...changed }, posted, seen)).toBe(
    isDropped,
  )
})

it.each([
  [{ decidedAt: new Date(NOW - 59 * 60_000), changes: {} }, 'task_rejected'],
  [{ decidedAt: new Date(NOW - 60 * 60_000), changes: {} }, 'task_action_refused'],
  [
    { decidedAt: null, changes: { resubmittedAt: new Date(NOW - 1_000).toISOString() } },
    'task_rejected',
  ],
  [{ decidedAt: null, changes: {} }, 'task_action_refused'],
] as const)('waits an hour for a bill of the task %j: %s', (task, code) => {
  expect(refuseUnwanted(task, NOW).code).toBe(code)
})

it('treats a refused lookup as unavailable', () => {
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
  expect(endingOf(postingIn(state, minutes), error, NOW).state).toBe(ending)
})
