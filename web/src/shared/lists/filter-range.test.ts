// Ranges of filters: presets, their days, and what the URL may contain.
import { expect, it } from 'vitest'
import { amountsInWords, daysInWords, daysOf, readAmounts, readDays } from './filter-range.ts'

it.each([
  ['last-week', '2026-11-09', '2026-11-15'],
  ['this-week', '2026-11-16', '2026-11-22'],
  ['next-week', '2026-11-23', '2026-11-29'],
  ['this-month', '2026-11-01', '2026-11-30'],
  ['last-month', '2026-10-01', '2026-10-31'],
  ['overdue', '', '2026-11-16'],
  ['2026-01-02..', '2026-01-02', ''],
])('%s is from %s to %s', (text, from, to) => {
  expect(daysOf(text, '2026-11-17')).toEqual({ from, to })
})

it('starts a week on Monday and knows short months', () => {
  expect(daysOf('this-week', '2026-11-15').from).toBe('2026-11-09')
  expect(daysOf('this-week', '2026-11-16').from).toBe('2026-11-16')
  expect(daysOf('last-month', '2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})

it('drops what is not a range', () => {
  expect(['x', '2026-02-30..', '2026-02-02..2026-02-01', '..', 'toString'].map(readDays)).toEqual(
    Array(5).fill(''),
  )
  expect(['ten..', '9..8', '-1..', '..'].map(readAmounts)).toEqual(Array(4).fill(''))
  expect(['1,000..', '..5', '9..10'].map(readAmounts)).toEqual(['1,000..', '..5', '9..10'])
})

it('says a range in words', () => {
  expect(['last-week', '2026-11-01..2026-11-30', '..2026-11-30'].map(daysInWords)).toEqual([
    'last week',
    'Nov 1, 2026 to Nov 30, 2026',
    'until Nov 30, 2026',
  ])
  expect(['1000..', '..5', '1..2'].map(amountsInWords)).toEqual([
    '$1,000.00 or more',
    'up to $5.00',
    '$1.00 to $2.00',
  ])
})

it('waits until a year is complete', () => {
  expect(readDays('0002-11-01..')).toBe('')
  expect(readDays('2026-11-01..')).toBe('2026-11-01..')
})
