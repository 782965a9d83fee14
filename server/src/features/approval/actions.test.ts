import {
  ALL_STATUSES,
  actionsOf,
  type BillStatus,
  statusesAllowing,
} from '@invoice-desk/contract/bill-status'
import { expect, it } from 'vitest'
import { actionsFor } from './actions.ts'

const POSTINGS = [null, 'failed', 'intent', 'unknown', 'created'] as const
const task = { posting: null, postLater: false, paidBy: 'kim@staff.example' }

it.each(ALL_STATUSES)('offers all actions of the status %s if nothing restricts them', (status) => {
  expect(actionsFor({ ...task, status })).toEqual(actionsOf(status))
})

it('lists the statuses that allow a decision', () => {
  expect(statusesAllowing('mark_paid')).toEqual(['approved'])
  expect(statusesAllowing('unmark_paid')).toEqual(['paid'])
})

it.each(['mark_paid', 'update_vendor'] as const)(
  'allows %s only without a bill in QuickBooks',
  (action) => {
    const status: BillStatus = 'approved'
    const allowed = POSTINGS.filter((posting) =>
      actionsFor({ ...task, status, posting }).includes(action),
    )
    expect(allowed).toEqual([null, 'failed'])
  },
)

it('does not offer mark_paid while the bill is still being added to QuickBooks', () => {
  expect(actionsFor({ ...task, status: 'approved', postLater: true })).not.toContain('mark_paid')
})

it('undoes only a payment that staff entered', () => {
  expect(actionsFor({ ...task, status: 'paid', paidBy: null })).toEqual([])
})
