import { expect, it } from 'vitest'
import { formatDate, isCalendarDate } from './dates.ts'

it('shows a calendar date as the same day in every time zone', () => {
  expect(formatDate('2026-01-01')).toBe('Jan 1, 2026')
  expect(formatDate('2026-12-31')).toBe('Dec 31, 2026')
})

it('shows N/A if the value is missing or not a date', () => {
  expect([null, undefined, '', 'soon', '2026-02-30'].map((each) => formatDate(each))).toEqual(
    Array(5).fill('N/A'),
  )
})

it('recognizes existing days', () => {
  expect(
    ['2028-02-29', '2026-02-29', '2026-13-01', '26-01-01', '2026-1-1'].map(isCalendarDate),
  ).toEqual([true, false, false, false, false])
})
