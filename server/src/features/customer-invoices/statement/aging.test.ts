// Tests into which part of the aging an invoice falls.
import { expect, it } from 'vitest'
import { agingOf, bucketLabelOf, daysPastDue, type StatementInvoice } from './aging.ts'

const TODAY = '2026-11-18'
const due = (dueDate: string, balanceCents = 100, currency = 'USD'): StatementInvoice => ({
  id: '1',
  number: '1',
  date: '2026-01-05',
  dueDate,
  currency,
  totalCents: 500,
  balanceCents,
})

it.each([
  ['2026-11-19', -1, 'Current'],
  ['2026-11-18', 0, 'Current'],
  ['2026-11-17', 1, '1–30 days'],
  ['2026-10-19', 30, '1–30 days'],
  ['2026-10-18', 31, '31–60 days'],
  ['2026-09-19', 60, '31–60 days'],
  ['2026-09-18', 61, '61–90 days'],
  ['2026-08-20', 90, '61–90 days'],
  ['2026-08-19', 91, 'Over 90 days'],
  ['', 317, 'Over 90 days'],
])('counts the days since %j', (dueDate, days, label) => {
  expect(daysPastDue(due(dueDate), TODAY)).toBe(days)
  expect(bucketLabelOf(due(dueDate), TODAY)).toBe(label)
})

it('leaves out what is paid', () => {
  const paid = due('2026-01-01', 0)
  expect(bucketLabelOf(paid, TODAY)).toBe('Paid')
  expect(agingOf([paid], TODAY)).toEqual([
    { currency: 'USD', cents: [0, 0, 0, 0, 0], totalCents: 0 },
  ])
})

it('adds up each currency on its own, dollars first', () => {
  const invoices = [
    due('2026-11-10', 250, 'EUR'),
    due('2026-11-10', 100),
    due('2026-11-11', 200),
    due('2026-12-01', 400),
    due('2025-01-01', 800),
    due('2026-12-01', 50, 'CAD'),
  ]
  expect(agingOf(invoices, TODAY)).toEqual([
    { currency: 'USD', cents: [400, 300, 0, 0, 800], totalCents: 1_500 },
    { currency: 'CAD', cents: [50, 0, 0, 0, 0], totalCents: 50 },
    { currency: 'EUR', cents: [0, 250, 0, 0, 0], totalCents: 250 },
  ])
})
