// What the panel says about an invoice's amounts.
import type { InvoiceDetails } from '@invoice-desk/contract/customer-invoices/invoice-details'
import { expect, it } from 'vitest'
import { quantityText, rateText, totalsOf } from './details.ts'

const DETAILS: InvoiceDetails = {
  lines: [],
  subtotal: 560,
  discount: 0,
  shipping: 0,
  tax: 0,
  isTaxIncluded: false,
  total: 560,
  deposit: 0,
  payments: 0,
  credits: 0,
  balance: 560,
  currency: 'USD',
  message: '',
}

const rowsOf = (changes: Partial<InvoiceDetails>) =>
  totalsOf({ ...DETAILS, ...changes }).map(({ label, text }) => `${label} ${text}`)

it('leaves out what an invoice doesn’t have', () => {
  expect(rowsOf({})).toEqual(['Invoice total $560.00', 'Balance $560.00'])
})

it('explains the way from the subtotal to the balance', () => {
  const changes = { discount: 28, discountPercent: 5, shipping: 10, tax: 40.5, currency: 'EUR' }
  const paid = { deposit: 100, payments: 60, credits: 20, total: 582.5, balance: 402.5 }
  expect(rowsOf({ ...changes, ...paid })).toEqual([
    'Subtotal €560.00',
    'Discount (5%) -€28.00',
    'Shipping €10.00',
    'Tax €40.50',
    'Invoice total €582.50',
    'Deposit -€100.00',
    'Paid earlier -€60.00',
    'Credits -€20.00',
    'Balance €402.50',
  ])
  expect(rowsOf({ tax: 40, isTaxIncluded: true })).toEqual([
    'Invoice total $560.00',
    'Includes tax $40.00',
    'Balance $560.00',
  ])
})

it('keeps the decimals of rates and quantities', () => {
  expect([85, 0.0125, 1234.5678901].map((rate) => rateText(rate, 'USD'))).toEqual([
    '$85.00',
    '$0.0125',
    '$1,234.5678901',
  ])
  expect([4, 1250.25, 0.3333333].map(quantityText)).toEqual(['4', '1,250.25', '0.3333333'])
})
