import { expect, it } from 'vitest'
import { ageOf, dueLabel } from './due.ts'

it('marks invoices that are overdue or due within a week', () => {
  const today = '2026-11-15'
  const days = ['2026-11-14', '2026-11-15', '2026-11-22', '2026-11-23']
  expect(days.map((day) => dueLabel(day, today))).toEqual([
    'Overdue',
    'Due soon',
    'Due soon',
    undefined,
  ])
})

it('leaves unknown dates unmarked', () => {
  expect([dueLabel('', '2026-11-15'), ageOf('', '2026-11-15')]).toEqual([undefined, ''])
})

it('says how many calendar days ago an invoice was submitted', () => {
  const moments = ['2026-11-15T20:00:00Z', '2026-11-15T04:00:00Z', '2026-11-12T20:00:00Z']
  const ages = moments.map((moment) => ageOf(String(Date.parse(moment)), '2026-11-15'))
  expect(ages).toEqual(['today', '1 day ago', '3 days ago'])
})
