import { expect, it } from 'vitest'
import { canChangeVendor, canDecide, canMarkPaid, decidableBy, statusAfter } from './transitions.ts'

const STATUSES = ['received', 'sent_for_approval', 'approved', 'rejected', 'paid'] as const

const DECISIONS = ['approve', 'reject', 'mark_paid', 'unmark_paid'] as const

it('offers each status just its decisions', () => {
  const table = STATUSES.map((status) =>
    DECISIONS.filter((decision) => canDecide(status, decision)),
  )
  expect(table).toEqual([
    ['approve', 'reject'],
    ['approve', 'reject'],
    ['reject', 'mark_paid'],
    ['approve'],
    ['unmark_paid'],
  ])
})

it('knows where each decision may begin and where it leads', () => {
  expect(decidableBy('approve')).toEqual(['received', 'sent_for_approval', 'rejected'])
  expect(decidableBy('reject')).toEqual(['received', 'sent_for_approval', 'approved'])
  expect(DECISIONS.map(statusAfter)).toEqual(['approved', 'rejected', 'paid', 'approved'])
})

it('lets staff mark as paid only what has no bill in QuickBooks and gets none', () => {
  const postings = [undefined, 'failed', 'intent', 'unknown', 'created']
  expect(postings.map((posting) => canMarkPaid(posting, false))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(canMarkPaid(undefined, true)).toBe(false)
})

it('keeps the vendor of what is paid, or may stand in QuickBooks', () => {
  expect(STATUSES.map((status) => canChangeVendor(status, undefined))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ])
  const postings = ['failed', 'intent', 'unknown', 'created']
  expect(postings.map((posting) => canChangeVendor('approved', posting))).toEqual([
    true,
    false,
    false,
    false,
  ])
})
