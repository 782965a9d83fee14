// Grouping, totals and texts of the bills dashboard.

import { ALL_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { type ContractorBill, contractorBill } from '@invoice-desk/contract/contractor/contractor'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { describe, expect, it } from 'vitest'
import { counted } from '../../../shared/text/count-text.ts'
import { type BillsAnswer, billsOf, dueDay, fileLinkOf, withBill } from './bills.ts'

const bill = (id: string, fields: Partial<ContractorBill> = {}): ContractorBill =>
  contractorBill.parse({ id, amount: 10, status: 'received', ...fields })

it.each(['Sent for Approval', 'SENT FOR APPROVAL', 'sent_for_approval'])(
  'reads the status %s as sent_for_approval',
  (status) => {
    expect(contractorBill.parse({ ...bill('a'), status }).status).toBe('sent_for_approval')
  },
)

describe('the bills of a status', () => {
  it('are filtered and keep their order', () => {
    const bills = [bill('a'), bill('b', { status: 'paid' }), bill('c')]
    expect(billsOf('received', bills).map(({ id }) => id)).toEqual(['a', 'c'])
  })

  it('appear once even if parts overlap', () => {
    const parts = [
      [bill('a'), bill('b')],
      [bill('b'), bill('c')],
    ]
    expect(billsOf('received', ...parts).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })
})

const none = { count: 0, amount: 0 }
const answer = (bills: ContractorBill[]): BillsAnswer => ({
  bills,
  totals: Object.fromEntries(ALL_STATUSES.map((each) => [each, none])) as BillsAnswer['totals'],
  total: none,
})

describe('a new bill', () => {
  it('comes first, and counts toward its status and the total', () => {
    const before = { ...answer([bill('a')]), total: { count: 1, amount: 0.1 } }
    const after = withBill(before, bill('b', { amount: 0.2 }))
    expect(after.bills.map(({ id }) => id)).toEqual(['b', 'a'])
    expect(after.totals.received).toEqual({ count: 1, amount: 0.2 })
    expect(after.total).toEqual({ count: 2, amount: 0.3 })
  })

  it('counts once', () => {
    const before = answer([bill('a')])
    expect(withBill(before, bill('a'))).toBe(before)
  })

  it('leaves its former status when it was corrected', () => {
    const asked = bill('a', { status: 'changes_requested' })
    const after = withBill(withBill(answer([]), asked), bill('a', { amount: 7 }))
    expect(after.bills.map(({ status }) => status)).toEqual(['received'])
    expect(after.totals.changes_requested).toEqual(none)
    expect([after.totals.received, after.total]).toEqual([
      { count: 1, amount: 7 },
      { count: 1, amount: 7 },
    ])
  })

  it('does not count toward the total when it is rejected', () => {
    expect(withBill(answer([]), bill('a', { status: 'rejected' })).total).toEqual(none)
  })
})

describe('the file', () => {
  it('is linked in the Invoice Doc field', () => {
    const custom_fields = [
      { name: 'Note', value: 'https://other.example' },
      { name: 'Invoice Doc', value: 'https://desk.example/api/files?file=x' },
    ]
    expect(fileLinkOf({ custom_fields })).toBe('https://desk.example/api/files?file=x')
  })

  it.each([[], [{ name: 'Invoice Doc', value: 'javascript:alert(1)' }]])(
    'is missing in %j',
    (...custom_fields) => {
      expect(fileLinkOf({ custom_fields })).toBeUndefined()
    },
  )
})

it.each([
  [1234.5, '$1,234.50'],
  ['1234.5', '$1,234.50'],
  [0, '$0.00'],
  ['', '$0.00'],
  ['n/a', '$0.00'],
  [undefined, '$0.00'],
  [Number.NaN, '$0.00'],
  [12_345_678_901.23, '$12,345,678,901.23'],
])('shows %j as %s', (amount, text) => {
  expect(formatDollars(amount)).toBe(text)
})

it('shows the due date, or N/A without one', () => {
  expect(dueDay(Date.parse('2026-12-01T12:00:00Z'))).toBe('Dec 1, 2026')
  expect([0, Number.NaN, 1e20].map(dueDay)).toEqual(['N/A', 'N/A', 'N/A'])
})

it('uses singular and plural forms', () => {
  expect([0, 1, 5_000].map((count) => counted(count, 'bill'))).toEqual([
    '0 bills',
    '1 bill',
    '5,000 bills',
  ])
})
