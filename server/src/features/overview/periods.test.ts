// When the overview's weeks and months start.
import { expect, it } from 'vitest'
import { createCalendar, monthStarts, weekStarts } from './periods.ts'

it('starts weeks on Monday', () => {
  expect(weekStarts('2026-11-15', 2)).toEqual(['2026-11-02', '2026-11-09'])
  expect(weekStarts('2026-11-16', 2)).toEqual(['2026-11-09', '2026-11-16'])
})

it('starts months on the first, across years', () => {
  expect(monthStarts('2027-01-31', 3)).toEqual(['2026-11-01', '2026-12-01', '2027-01-01'])
})

it("starts days in the business's time zone, also when clocks change", () => {
  const { startOf } = createCalendar(() => 'America/New_York')
  expect(startOf('2026-11-01').toISOString()).toBe('2026-11-01T04:00:00.000Z')
  expect(startOf('2026-11-02').toISOString()).toBe('2026-11-02T05:00:00.000Z')
})
