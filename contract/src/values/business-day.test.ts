import { describe, expect, it } from 'vitest'
import {
  addBusinessDays,
  addDays,
  businessDay,
  isTimeZone,
  startOfBusinessDay,
} from './business-day.ts'

const NEW_YORK = 'America/New_York'

describe('a business day', () => {
  it.each([
    ['an evening', '2026-11-16T02:00:00Z', NEW_YORK, '2026-11-15'],
    ['the last second before midnight', '2026-11-16T04:59:59.999Z', NEW_YORK, '2026-11-15'],
    ['midnight', '2026-11-16T05:00:00Z', NEW_YORK, '2026-11-16'],
    ['midnight in daylight saving time', '2026-07-16T04:00:00Z', NEW_YORK, '2026-07-16'],
    ['the last evening of a month', '2026-12-01T02:00:00Z', NEW_YORK, '2026-11-30'],
    ['New Year’s Eve', '2027-01-01T04:59:59Z', NEW_YORK, '2026-12-31'],
    ['a leap day', '2028-03-01T03:00:00Z', NEW_YORK, '2028-02-29'],
    ['the end of a 23-hour day', '2026-03-09T03:59:59Z', NEW_YORK, '2026-03-08'],
    ['midnight after a 23-hour day', '2026-03-09T04:00:00Z', NEW_YORK, '2026-03-09'],
    ['the end of a 25-hour day', '2026-11-02T04:59:59Z', NEW_YORK, '2026-11-01'],
    ['a morning east of UTC', '2026-12-31T20:00:00Z', 'Asia/Kolkata', '2027-01-01'],
    ['UTC itself', '2026-11-16T02:00:00Z', 'UTC', '2026-11-16'],
  ])('is correct at %s', (_name, moment, zone, day) => {
    expect(businessDay(new Date(moment), zone)).toBe(day)
    expect(businessDay(Date.parse(moment), zone)).toBe(day)
  })

  it.each([
    ['2026-11-15', NEW_YORK, '2026-11-15T05:00:00.000Z'],
    ['2026-07-15', NEW_YORK, '2026-07-15T04:00:00.000Z'],
    ['2026-03-08', NEW_YORK, '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', NEW_YORK, '2026-03-09T04:00:00.000Z'],
    ['2027-01-01', 'Asia/Kathmandu', '2026-12-31T18:15:00.000Z'],
    ['2026-11-15', 'Pacific/Kiritimati', '2026-11-14T10:00:00.000Z'],
    ['2026-11-15', 'Etc/GMT+12', '2026-11-15T12:00:00.000Z'],
    // Clocks go from midnight straight to one o'clock.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ])('%s begins in %s at %s', (day, zone, moment) => {
    expect(startOfBusinessDay(day, zone).toISOString()).toBe(moment)
  })
})

it('adds days across the ends of months and years', () => {
  expect([addDays('2026-12-31', 1), addDays('2027-01-01', -1), addDays('2028-02-28', 1)]).toEqual([
    '2027-01-01',
    '2026-12-31',
    '2028-02-29',
  ])
})

it('recognizes the names of time zones', () => {
  const names = [NEW_YORK, 'Europe/Zurich', 'UTC', '', 'New York', 'America/New_Yrok', '-05:00']
  expect(names.map(isTimeZone)).toEqual([true, true, true, false, false, false, false])
})

it.each([
  ['Thursday', '2026-11-19', 0, '2026-11-19'],
  ['Thursday', '2026-11-19', 1, '2026-11-20'],
  ['Thursday', '2026-11-19', 3, '2026-11-24'],
  ['Friday', '2026-11-20', 1, '2026-11-23'],
  ['Saturday', '2026-11-21', 1, '2026-11-23'],
  ['Sunday', '2026-11-22', 6, '2026-11-30'],
])('counts business days from a %s (%s + %i)', (_name, day, days, expected) => {
  expect(addBusinessDays(day, days)).toBe(expected)
})
