import type { PayableInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import type { PaymentReceipt } from '@invoice-desk/contract/payments/payments'
import { describe, expect, it } from 'vitest'
import { isBeforePayment } from './match-receipt.ts'
import {
  listStillOpen,
  nextToPay,
  remainingCentsOf,
  restPathOf,
  restQueryOf,
} from './open-after-payment.ts'

const invoice = (invoiceNumber: string, balance: number, more: Partial<PayableInvoice> = {}) =>
  ({
    id: `${invoiceNumber} ${more.date ?? ''}`,
    invoiceNumber,
    date: '2026-11-01',
    dueDate: '2026-12-01',
    amount: 500,
    balance,
    currency: 'USD',
    payments: [],
    ...more,
  }) satisfies PayableInvoice

const found = (first: PayableInvoice, ...relatedInvoices: PayableInvoice[]) => ({
  matchedInvoice: first,
  relatedInvoices,
  customer: { name: 'Cobalt Coffee' },
})

const receipt = (...invoices: PaymentReceipt['invoices']): PaymentReceipt => ({
  number: '20261115-0A',
  paidAt: '2026-11-15T19:31:00.000Z',
  paidWith: 'Visa ending in 4242',
  email: 'pat@cobaltcoffee.example',
  invoices,
})

const paid = (number: string, remaining?: number, date?: string) => ({
  number,
  amount: 100,
  ...(remaining !== undefined && { remaining }),
  ...(date && { date }),
})

const balances = (open: readonly PayableInvoice[] = []) =>
  Object.fromEntries(open.map(({ invoiceNumber, balance }) => [invoiceNumber, balance]))

describe('what is still open after a payment', () => {
  const before = found(invoice('1008', 300), invoice('1009', 404), invoice('1011', 332.5))

  it('is what the receipt says, before QuickBooks shows the payment', () => {
    const open = listStillOpen(before, receipt(paid('1008', 0), paid('1009', 304)))
    expect(balances(open)).toEqual({ 1009: 304, 1011: 332.5 })
  })

  it('is what QuickBooks says, once that is less', () => {
    const after = found(invoice('1008', 0), invoice('1009', 250))
    expect(balances(listStillOpen(after, receipt(paid('1009', 304))))).toEqual({ 1009: 250 })
  })

  it('leaves out a paid invoice whose rest the receipt doesn’t know', () => {
    const open = listStillOpen(before, receipt(paid('1008'), paid('1009', 304)))
    expect(balances(open)).toEqual({ 1009: 304, 1011: 332.5 })
  })

  it('is what was found, if the answer has no receipt', () => {
    expect(balances(listStillOpen(before, undefined))).toEqual({
      1008: 300,
      1009: 404,
      1011: 332.5,
    })
  })

  it('keeps apart invoices with the same number', () => {
    const twice = found(invoice('7', 10), invoice('7', 20, { date: '2025-11-01' }))
    expect(listStillOpen(twice, receipt(paid('7', 0, '2026-11-01')))).toMatchObject([
      { date: '2025-11-01', balance: 20 },
    ])
  })

  it('lists invoices in other currencies, which can’t be paid here', () => {
    const both = found(invoice('1', 10), invoice('2', 20, { currency: 'EUR' }))
    const open = listStillOpen(both, undefined) ?? []
    expect(open).toHaveLength(2)
    expect(nextToPay(open, undefined)).toEqual({ numbers: ['1'], cents: 1_000, isRest: false })
  })
})

describe('what to pay next', () => {
  const open = [invoice('1009', 304), invoice('1011', 332.5)]

  it('is the rest of the invoices that were paid in part', () => {
    const partly = receipt(paid('1008', 0), paid('1009', 304))
    expect(nextToPay(open, partly)).toEqual({ numbers: ['1009'], cents: 30_400, isRest: true })
  })

  it('is all that is open, if they were paid in full', () => {
    const numbers = ['1009', '1011']
    expect(nextToPay(open, receipt(paid('1008', 0)))).toEqual({
      numbers,
      cents: 63_650,
      isRest: false,
    })
    expect(nextToPay([], receipt(paid('1008', 0)))).toBeUndefined()
  })
})

describe('a search result', () => {
  const part = receipt(paid('1008', 0), paid('1009', 304))

  it('is behind until QuickBooks shows the payment on every invoice', () => {
    expect(isBeforePayment(found(invoice('1008', 300), invoice('1009', 404)), part)).toBe(true)
    expect(isBeforePayment(found(invoice('1008', 0), invoice('1009', 404)), part)).toBe(true)
    expect(isBeforePayment(found(invoice('1008', 0), invoice('1009', 304)), part)).toBe(false)
  })

  it('isn’t behind because of other invoices, or a lower balance', () => {
    expect(isBeforePayment(found(invoice('1011', 332.5), invoice('1009', 250)), part)).toBe(false)
    const other = receipt(paid('1009', 0, '2025-11-01'))
    expect(isBeforePayment(found(invoice('1009', 404)), other)).toBe(false)
  })
})

it('isn’t known without a search that found the paid invoices', () => {
  expect(listStillOpen(undefined, receipt(paid('1008', 0)))).toBeUndefined()
  expect(listStillOpen(found(invoice('7', 10)), receipt(paid('1008', 0)))).toBeUndefined()
})

describe('the rest of the paid invoices', () => {
  it('is paid at the first one that isn’t paid in full', () => {
    const partly = receipt(paid('1', 0, '2026-11-01'), paid('2', 5, '2026-11-02'), paid('3', 0.5))
    expect(remainingCentsOf(partly)).toBe(550)
    expect(restQueryOf(partly)).toEqual({ invoiceNumber: '2', date: '2026-11-02' })
    expect(restPathOf(partly)).toBe('/pay-invoice?invoice=2&date=2026-11-02')
  })

  it('has no path to a number that can’t be looked up', () => {
    const odd = [paid('', 5, '2026-11-01'), paid('2 ', 5, '2026-11-01')]
    expect(restPathOf(receipt(...odd))).toBeUndefined()
    expect(restPathOf(receipt(...odd, paid('3', 5, '2026-11-03')))).toContain('invoice=3&')
  })

  it('has no path if everything is paid, or the rest or date isn’t known', () => {
    expect(restPathOf(receipt(paid('1', undefined, '2026-11-01')))).toBeUndefined()
    expect(restPathOf(receipt(paid('1', 0, '2026-11-01')))).toBeUndefined()
    expect(restPathOf(receipt(paid('1', 5)))).toBeUndefined()
  })
})
