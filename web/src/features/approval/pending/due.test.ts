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
  expect([dueLabel('', '2026-11-15'), ageOf('', Date.now())]).toEqual([undefined, ''])
})

it('says how long ago an invoice was submitted', () => {
  const now = Date.UTC(2026, 10, 15, 12)
  const hoursAgo = (hours: number) => String(now - hours * 3_600_000)
  expect([1, 25, 80].map((hours) => ageOf(hoursAgo(hours), now))).toEqual([
    'today',
    '1 day ago',
    '3 days ago',
  ])
})
