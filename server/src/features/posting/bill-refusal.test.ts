import { expect, it } from 'vitest'
import { AppError } from '../../lib/app-error.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { refusalOf } from './bill-refusal.ts'

const BILL = { vendor: 'Acme', email: 'acme@vendor.example', account: 'Utilities' }

it.each([
  'qbo_not_connected',
  'qbo_connection_invalid',
  'qbo_bill_failed',
  'qbo_bill_unknown',
  'qbo_bill_in_progress',
  'changed_meanwhile',
] as const)('retries a bill after %s', (code) => {
  expect(refusalOf(new AppError(code), BILL)).toBeUndefined()
})

it('retries a bill after an error of our own', () => {
  expect(refusalOf(new TypeError('a bug'), BILL)).toBeUndefined()
})

it('quotes QuickBooks and says what to do', () => {
  const cause = new ProviderError('quickbooks', 'rejected', '2500: Invalid Reference Id')
  expect(refusalOf(new AppError('qbo_bill_refused', { cause }), BILL)).toBe(
    'QuickBooks refused the bill (2500: Invalid Reference Id). Check the vendor, the bill account and the amount, then add the bill.',
  )
})
