// The numbers of the overview lead to the invoices or payments that they count.
import { AGE_RANGES, DUE_RANGES } from '@invoice-desk/contract/overview/overview'
import { expect, it } from 'vitest'
import { ageLink, approvedLink, dueLink, monthEnd, paidLink, receivedInWeekLink } from './links.ts'

const TODAY = '2026-11-17'
const paramOf = (link: string, name: string) => new URLSearchParams(link.split('?')[1]).get(name)

it('leads from each age to the days of its submissions', () => {
  const ranges = AGE_RANGES.map((_, index) => paramOf(ageLink(TODAY, index), 'submitted'))
  expect(ranges).toEqual([
    '2026-11-15..2026-11-17',
    '2026-11-10..2026-11-14',
    '2026-11-03..2026-11-09',
    '..2026-11-02',
  ])
})

it('leads from each due range to its due dates', () => {
  const ranges = DUE_RANGES.map((_, index) => paramOf(dueLink(TODAY, index), 'due'))
  expect(ranges).toEqual([
    '..2026-10-17',
    '2026-10-18..2026-11-09',
    '2026-11-10..2026-11-16',
    '2026-11-17..2026-11-24',
    '2026-11-25..',
  ])
})

it('knows where a month ends', () => {
  expect(['2026-02-01', '2028-02-01', '2026-12-01'].map(monthEnd)).toEqual([
    '2026-02-28',
    '2028-02-29',
    '2026-12-31',
  ])
  expect(paramOf(approvedLink('2026-11-01'), 'decided')).toBe('2026-11-01..2026-11-30')
  expect(paramOf(paidLink('2026-11-01'), 'paid')).toBe('2026-11-01..2026-11-30')
})

it('leads from a week and method to its payments', () => {
  const link = receivedInWeekLink('2026-11-09', { method: 'paypal' })
  expect(paramOf(link, 'received')).toBe('2026-11-09..2026-11-15')
  expect(paramOf(link, 'method')).toBe('paypal')
})
