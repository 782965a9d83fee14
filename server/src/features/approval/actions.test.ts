import {
  ALL_STATUSES,
  type BillStatus,
  statusesAllowing,
} from '@invoice-desk/contract/bills/bill-status'
import { expect, it } from 'vitest'
import { actionsFor } from './actions.ts'

const POSTINGS = [null, 'failed', 'intent', 'unknown', 'created'] as const
const task = { posting: null, postLater: false, paidBy: 'kim@staff.example' }

it('offers the right actions for each status', () => {
  expect(
    Object.fromEntries(ALL_STATUSES.map((status) => [status, actionsFor({ ...task, status })])),
  ).toEqual({
    received: ['approve', 'reject', 'request_changes', 'add_bill', 'update_vendor'],
    sent_for_approval: ['approve', 'reject', 'request_changes', 'add_bill', 'update_vendor'],
    changes_requested: ['approve', 'reject', 'add_bill', 'update_vendor'],
    approved: ['reject', 'add_bill', 'update_vendor', 'mark_paid'],
    paid: ['unmark_paid'],
    rejected: ['approve', 'update_vendor'],
    withdrawn: [],
  })
})

it('lists the statuses that allow a decision', () => {
  expect(statusesAllowing('approve')).toEqual([
    'received',
    'sent_for_approval',
    'changes_requested',
    'rejected',
  ])
  expect(statusesAllowing('reject')).toEqual([
    'received',
    'sent_for_approval',
    'changes_requested',
    'approved',
  ])
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
