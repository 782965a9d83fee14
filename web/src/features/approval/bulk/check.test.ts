// What an approver reads before an invoice is decided together with others.
import type { PendingInvoice, Task } from '@invoice-desk/contract/approval/approval'
import { describe, expect, it } from 'vitest'
import type { AccountingCheck } from '../posting/accounting-check.ts'
import { changesOf, currentOf, warningsOf } from './check.ts'

const bill = (amount: number) => ({
  id: '1',
  invoiceNumber: 'INV-7',
  amount,
  currency: 'USD',
  date: '2026-11-01',
  dueDate: '2026-12-01',
  status: 'Unpaid',
})
const found = (amount: number): AccountingCheck => ({
  checked: true,
  exists: true,
  bills: [bill(amount)],
})
const none: AccountingCheck = { checked: true, exists: false, bills: [] }
const posting = { state: 'none', leftByReject: 'no', isToVoid: false }
const taskWith = (fields: object = {}) =>
  ({
    details: { invoiceNumber: 'INV-7', amount: '$100.00' },
    duplicates: [],
    posting,
    ...fields,
  }) as unknown as Task

describe('the warnings before an approval', () => {
  it('are none for an invoice that nothing resembles', () => {
    for (const choice of ['approve-and-add', 'approve-and-skip', 'reject'] as const)
      expect(warningsOf({ task: taskWith(), check: none }, choice)).toEqual([])
  })

  it('name duplicates, similar and equal bills, a failed check and a missing account', () => {
    const of = (check: AccountingCheck, fields: object = {}, account?: string) =>
      warningsOf({ task: taskWith(fields), check }, 'approve-and-skip', account)
    const duplicates = [
      { id: '2', invoiceNumber: 'INV-6', status: 'paid', because: 'same_file' as const },
    ]
    expect(of(none, { duplicates })).toEqual(['INV-6 (paid) has the same file.'])
    expect(of(found(90))).toEqual(['QuickBooks already has bill INV-7 for $90.00.'])
    expect(of(found(100))).toEqual(["QuickBooks already has this bill. We won't add it again."])
    const reason = 'Failed to check QuickBooks status'
    expect(of({ ...none, failed: true, reason })).toEqual([`${reason}.`])
    expect(of(none, {}, 'No account.')).toEqual(['No account.'])
  })
})

describe('an invoice that changed after it was listed', () => {
  const listed: PendingInvoice = {
    id: '1',
    invoiceNumber: 'INV-7',
    vendor: 'Acme',
    amount: '$1,100.00',
    dueDate: '2026-12-01',
    dateCreated: '1',
  }
  const { vendor, invoiceNumber, amount, dueDate } = listed
  const details = { vendor, invoiceNumber, amount, dueDate }
  const changed = (fields: object) => taskWith({ details: { ...details, ...fields } })

  it('has a warning for each value that differs', () => {
    expect(changesOf(listed, changed({}))).toEqual([])
    expect(changesOf(listed, changed({ amount: '1100', dueDate: '2026-12-01' }))).toEqual([])
    expect(
      changesOf(
        listed,
        changed({ vendor: 'Bolt', invoiceNumber: 'INV-8', amount: '$9.50', dueDate: '2026-12-24' }),
      ),
    ).toEqual([
      'The vendor is now Bolt. It was Acme.',
      'The invoice number is now INV-8. It was INV-7.',
      'The amount is now $9.50. It was $1,100.00.',
      'The due date is now Dec 24, 2026. It was Dec 1, 2026.',
    ])
  })

  it('is shown with its current values', () => {
    const now = { invoiceNumber: 'INV-8', amount: '$9.50' }
    expect(currentOf(listed, changed(now))).toEqual({ ...listed, ...now })
  })
})

describe('the warnings before a rejection', () => {
  it('name a bill that stays in QuickBooks', () => {
    const of = (check: AccountingCheck, fields: object = {}) =>
      warningsOf({ task: taskWith(fields), check }, 'reject')
    expect(of(found(100))[0]).toMatch(/^QuickBooks has a bill with this number and amount\./)
    const task = { posting: { ...posting, leftByReject: 'yes' } }
    expect(of(none, task)[0]).toMatch(/^A bill for this invoice is in QuickBooks/)
  })
})
