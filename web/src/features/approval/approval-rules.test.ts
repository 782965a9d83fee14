import { describe, expect, it } from 'vitest'
import { ApiError } from '../../shared/api-error.ts'
import { type AccountingCheck, accountingStatus, findExactBill } from './accounting-check.ts'
import { actionsFor } from './actions.ts'
import { failedBill } from './add-bill.ts'
import { taskIdFrom } from './task-id.ts'

const bill = (fields: { invoiceNumber?: string; amount?: number; currency?: string } = {}) => ({
  id: '1',
  invoiceNumber: 'INV-7',
  amount: 1234.5,
  currency: 'USD',
  date: '2026-11-01',
  dueDate: '2026-12-01',
  status: 'Unpaid' as const,
  ...fields,
})
const invoice = { invoiceNumber: 'INV-7', amount: '$1,234.50' }
const checked = (fields: Partial<AccountingCheck> = {}): AccountingCheck =>
  ({ checked: true, exists: false, bills: [], ...fields }) as AccountingCheck

describe('the task key', () => {
  it.each([
    '?taskId=a1',
    '?TASKID=a1',
    '?task_id=a1',
    '?Task_Id=a1',
    '?x=1&taskId=%EF%BB%BFa1',
    '?%EF%BB%BFtaskId=a1',
    '?taskId=A1',
  ])('is found in %s', (search) => expect(taskIdFrom(new URLSearchParams(search))).toBe('a1'))

  it.each(['', '?task=a1', '?taskId=', '?taskId=%EF%BB%BF'])('is absent from %j', (search) =>
    expect(taskIdFrom(new URLSearchParams(search))).toBeUndefined(),
  )
})

describe('the match with QuickBooks', () => {
  it('is exact for the same number and the same amount, however it is written', () => {
    for (const amount of ['$1,234.50', '1234.5', ' $ 1234.50 ']) {
      expect(findExactBill([bill()], { ...invoice, amount })).toBeDefined()
    }
    expect(findExactBill([bill({ amount: 1234.51 })], invoice)).toBeUndefined()
    expect(findExactBill([bill({ invoiceNumber: 'INV-8' })], invoice)).toBeUndefined()
    expect(findExactBill([bill({ currency: 'EUR' })], invoice)).toBeUndefined()
  })

  it.each([
    [{ checked: false, busy: true }, 'Loading...'],
    [{ checked: false, busy: false }, 'Not Checked'],
    [checked(), 'Not Found in QuickBooks'],
    [checked({ reason: 'Vendor not found' }), 'Vendor not found'],
    [checked({ exists: true, bills: [bill()] }), 'Exact Match in QuickBooks'],
    [
      checked({ exists: true, bills: [bill({ amount: 1 })] }),
      'Similar Bill Found (Different Amount)',
    ],
    [
      checked({ failed: true, reason: 'Error checking QuickBooks status' }),
      'Error checking QuickBooks status',
    ],
  ] as const)('of %j reads %s', (check, label) =>
    expect(accountingStatus(check, invoice).label).toBe(label),
  )
})

describe('the buttons', () => {
  const labels = (status: string, match: 'exact' | 'similar' | 'none' | 'unknown') =>
    actionsFor(status, { label: '', tone: 'neutral', match }).map(({ label }) => label)

  it('are by status and match', () => {
    expect(labels('Sent for Approval', 'none')).toEqual([
      'Approve & Add to QB',
      'Approve & Skip QB',
      'Reject',
    ])
    expect(labels('received', 'exact')).toEqual(['Approve', 'Reject'])
    expect(labels('APPROVED', 'exact')).toEqual(['Reject'])
    expect(labels('approved', 'none')).toEqual(['Add to QuickBooks', 'Reject'])
    expect(labels('Rejected', 'none')).toEqual(['Approve'])
    expect(labels('paid', 'exact')).toEqual([])
  })

  it('do not add a bill before the check is done, nor beside a similar one', () => {
    const blockedBy = (match: 'checking' | 'similar' | 'none' | 'unknown') =>
      actionsFor('received', { label: '', tone: 'neutral', match })[0]?.blocked
    expect([blockedBy('checking'), blockedBy('similar')]).toEqual([
      'Checking QuickBooks...',
      'QuickBooks has a similar bill. Please check it first.',
    ])
    expect([blockedBy('none'), blockedBy('unknown')]).toEqual([undefined, undefined])
  })
})

it.each([
  ['Token refresh failed', 'later'],
  ['QuickBooks said invalid_grant', 'later'],
  ['The vendor is closed', 'refused'],
])('a bill that failed without a code, %s, is %s', (text, outcome) => {
  const error = new ApiError(text, { code: 'refused', status: 400 })
  expect(failedBill(error).outcome).toBe(outcome)
})
