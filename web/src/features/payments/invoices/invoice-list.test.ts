// The rules of the list of invoices.
import type { PayableInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { expect, it } from 'vitest'
import { invoicesText, paidToFold, remainderOf, selectOverdue } from './invoice-list.ts'
import { selectAll } from './invoices.ts'

const invoice = (number: string, balance: number, more: Partial<PayableInvoice> = {}) => ({
  id: `id-${number}`,
  invoiceNumber: number,
  date: '2026-09-01',
  dueDate: '2026-10-01',
  amount: 500,
  balance,
  currency: 'USD',
  payments: [],
  ...more,
})

const OVERDUE = invoice('7', 100.1)
const DUE_LATER = invoice('8', 200, { dueDate: '2026-12-01' })
const PAID = invoice('9', 0)
const IN_EUROS = invoice('10', 300, { currency: 'EUR' })
const ALL = [OVERDUE, DUE_LATER, PAID, IN_EUROS]

it('selects exactly the overdue invoices that can be paid here, in full', () => {
  expect([...selectOverdue(ALL, '2026-11-18')]).toEqual([['id-7', 10010]])
  expect([...selectOverdue(ALL, '2026-10-01')]).toEqual([])
  expect([...selectAll(ALL).keys()]).toEqual(['id-7', 'id-8'])
})

it('folds paid invoices, but not the matched one, and none if all are paid', () => {
  expect([...paidToFold(ALL, 'id-7')]).toEqual(['id-9'])
  expect([...paidToFold(ALL, 'id-9')]).toEqual([])
  expect([...paidToFold([PAID, invoice('11', 0)], 'id-9')]).toEqual([])
})

it('knows what a payment leaves open, without what can’t be paid here', () => {
  const left = remainderOf(new Map([['id-7', 5000]]), ALL)
  expect([...left.values()]).toEqual([
    { number: '7', cents: 5010 },
    { number: '8', cents: 20000 },
  ])
  expect(remainderOf(selectAll(ALL), ALL).size).toBe(0)
})

it('names a few invoices and counts the others', () => {
  expect([['7'], ['7', '8'], ['7', '8', '9', '10']].map(invoicesText)).toEqual([
    'invoice 7',
    'invoices 7 and 8',
    'invoices 7, 8, 9 and 10',
  ])
  expect(invoicesText(['1', '2', '3', '4', '5', '6'])).toBe('invoices 1, 2, 3 and 3 more')
})
