// Rules of the approval page: which task, which match, which buttons, and what a failure means.
import { actionsOf, billStatusFrom } from '@invoice-desk/contract/bills/bill-status'
import { describe, expect, it } from 'vitest'
import { errorFrom } from '../../../shared/api/api.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { rethrowPendingError } from '../api.ts'
import {
  type AccountingCheck,
  type AccountingStatus,
  accountingStatus,
  findExactBill,
  findUnseenBills,
} from '../posting/accounting-check.ts'
import { outcomeOf } from '../posting/add-bill.ts'
import { compareBill } from '../posting/compare.ts'
import { taskIdFrom } from '../task/task-id.ts'
import { BUTTONS, buttonsFor, isBlocked, mainApproval, variantOf } from './actions.ts'

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

describe('the task ID in the URL', () => {
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
  it('is exact for the same number and amount in any format', () => {
    for (const amount of ['$1,234.50', '1234.5', ' $ 1234.50 ']) {
      expect(findExactBill([bill()], { ...invoice, amount })).toBeDefined()
    }
    expect(findExactBill([bill({ invoiceNumber: 'inv-7' })], invoice)).toBeDefined()
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
  ] as const)('for %j is labeled %s', (check, label) =>
    expect(accountingStatus(check, invoice).label).toBe(label),
  )
})

describe('the comparison with a bill', () => {
  const details = { ...invoice, dueDate: '2026-12-01', dateCreated: Date.UTC(2026, 10, 2, 12) }
  const differences = (fields: Parameters<typeof bill>[0]) =>
    compareBill(details, bill(fields)).map(({ difference }) => difference)
  it('names what differs', () => {
    expect(differences({ invoiceNumber: 'inv-7' })).toEqual([...Array(4)])
    expect(differences({ amount: 1224.5 })[1]).toBe('$10.00 less')
    expect(differences({ amount: 1300 })[1]).toBe('$65.50 more')
    expect(differences({ currency: 'EUR' })[1]).toBe('In EUR')
    expect(differences({ invoiceNumber: 'INV-8' })[0]).toBe('Differs')
  })
})

describe('the buttons', () => {
  const SPECIFIED = /^(Approve|Reject|Add to QuickBooks)/
  const buttons = (status: string, match: AccountingStatus['match']) =>
    buttonsFor(actionsOf(billStatusFrom(status)), match)
  const labels = (status: string, match: AccountingStatus['match']) =>
    buttons(status, match)
      .map((name) => BUTTONS[name].label)
      .filter((label) => SPECIFIED.test(label))

  it('depend on the status and the match', () => {
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

  it('that add a bill are blocked only while QuickBooks is being checked', () => {
    const blocked = (status: string, match: AccountingStatus['match']) =>
      buttons(status, match).filter((name) => isBlocked(name, match))
    expect(blocked('received', 'checking')).toEqual(['approve-and-add'])
    expect(blocked('approved', 'checking')).toEqual(['add'])
    for (const match of ['similar', 'none', 'unknown'] as const)
      expect([...blocked('received', match), ...blocked('approved', match)]).toEqual([])
  })

  it('that approve have no emphasis while there is a warning', () => {
    const variants = (hasWarning: boolean) =>
      buttons('received', 'similar').map((name) => variantOf(name, hasWarning))
    expect(variants(false)).toEqual(['filled', 'default', 'default', 'default'])
    expect(variants(true)).toEqual(['default', 'light', 'default', 'default'])
    expect(mainApproval(buttons('received', 'similar'))).toBe('approve-and-add')
    expect(mainApproval(buttons('approved', 'none'))).toBeUndefined()
  })

  it('are the ones the server allows', () => {
    expect(buttonsFor(['reject'], 'none')).toEqual(['reject'])
  })
})

it('shows the server’s message about the pending list, or that it failed', () => {
  const refuse = (error: ApiError) => () => rethrowPendingError(error)
  expect(refuse(errorFrom(403, { error: 'No access.' }))).toThrow('No access.')
  for (const error of [errorFrom(502, undefined), new ApiError('No answer.', { code: 'network' })])
    expect(refuse(error)).toThrow(
      expect.objectContaining({
        message: 'Failed to fetch pending invoices',
        status: error.status,
      }),
    )
})

describe('similar bills', () => {
  const [one, two] = [bill({ amount: 1 }), { ...bill({ amount: 2 }), id: '2' }]
  it('are all shown until the approver has agreed to each of them', () => {
    const check = checked({ exists: true, bills: [one, two] })
    expect(findUnseenBills(check, invoice, [])).toEqual([one, two])
    expect(findUnseenBills(check, invoice, ['1'])).toEqual([one, two])
    expect(findUnseenBills(check, invoice, ['1', '2'])).toBeUndefined()
  })

  it('are ignored if there is an exact match', () => {
    const check = checked({ exists: true, bills: [one, bill()] })
    expect(findUnseenBills(check, invoice, [])).toBeUndefined()
  })
})

describe('a refused bill', () => {
  const refusal = (status: number, code: string, error: string, more = {}) =>
    outcomeOf(errorFrom(status, { error, code, ...more }))
  const FAILED = 'Failed to create bill in QuickBooks'

  it.each([
    [502, 'qbo_bill_failed', FAILED, FAILED, true],
    [422, 'qbo_bill_refused', `${FAILED}: 2500`, `${FAILED}: 2500`, false],
    [404, 'qbo_vendor_unknown', 'No vendor.', `${FAILED}. No vendor.`, false],
    [409, 'changed_meanwhile', 'Reload.', `${FAILED}. Reload.`, false],
  ])('is a failure after %i %s', (status, code, message, text, canWait) => {
    expect(refusal(status, code, message)).toEqual({
      outcome: 'failed',
      failure: { text, canWait },
    })
  })

  it.each(['qbo_connection_invalid', 'qbo_not_connected'])(
    'does not stop the approval after %s',
    (code) => expect(refusal(409, code, 'Connect.')).toEqual({ outcome: 'disconnected' }),
  )

  it('is unconfirmed if QuickBooks has not confirmed it or there was no answer', () => {
    const unanswered = new ApiError('No answer.', { code: 'network' })
    const gateway = errorFrom(504, undefined)
    for (const { outcome } of [
      refusal(502, 'qbo_bill_unknown', 'Unknown.'),
      refusal(409, 'qbo_bill_in_progress', 'Wait.'),
      outcomeOf(unanswered),
      outcomeOf(gateway),
    ])
      expect(outcome).toBe('unconfirmed')
  })

  it('prompts the approver if there are similar bills', () => {
    const bills = [bill({ amount: 1 })]
    expect(refusal(409, 'qbo_bill_differs', 'Add?', { bills })).toEqual({
      outcome: 'similar',
      bills,
    })
  })
})

it.each([
  ['Token refresh failed', 'disconnected'],
  ['QuickBooks said invalid_grant', 'disconnected'],
  ['The vendor is closed', 'failed'],
])('a bill error without a code, %s, counts as %s', (text, outcome) => {
  const error = new ApiError(text, { code: 'refused', status: 400 })
  expect(outcomeOf(error).outcome).toBe(outcome)
})
