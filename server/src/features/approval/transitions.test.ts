import { expect, it } from 'vitest'
import { canChangeVendor, canDecide, decidableBy, statusAfter } from './transitions.ts'

const STATUSES = ['received', 'sent_for_approval', 'approved', 'rejected', 'paid'] as const

it('offers each status just its decisions', () => {
  const table = STATUSES.map((status) =>
    (['approve', 'reject'] as const).filter((decision) => canDecide(status, decision)),
  )
  expect(table).toEqual([['approve', 'reject'], ['approve', 'reject'], ['reject'], ['approve'], []])
})

it('knows where each decision may begin and where it leads', () => {
  expect(decidableBy('approve')).toEqual(['received', 'sent_for_approval', 'rejected'])
  expect(decidableBy('reject')).toEqual(['received', 'sent_for_approval', 'approved'])
  expect([statusAfter('approve'), statusAfter('reject')]).toEqual(['approved', 'rejected'])
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
