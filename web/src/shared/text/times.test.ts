import { expect, it } from 'vitest'
import { agoText, formatDay } from './times.ts'

it('says how long ago something was, in whole units', () => {
  const now = Date.parse('2026-11-16T20:00:00.000Z')
  const texts = [
    '2026-11-16T20:00:05.000Z',
    '2026-11-16T19:59:01.000Z',
    '2026-11-16T19:59:00.000Z',
    '2026-11-16T19:57:10.000Z',
    '2026-11-16T18:30:00.000Z',
    '2026-11-13T12:00:00.000Z',
  ].map((time) => agoText(time, now))
  expect(texts).toEqual([
    'a moment ago',
    'a moment ago',
    '1 minute ago',
    '2 minutes ago',
    '1 hour ago',
    '3 days ago',
  ])
})

it("shows a moment as its day in the business's time zone", () => {
  const lateInNewYork = Date.parse('2026-11-16T03:30:00.000Z')
  const values = [lateInNewYork, String(lateInNewYork), '2026-11-16T03:30:00.000Z', '2026-11-15']
  expect(values.map(formatDay)).toEqual(Array(4).fill('Nov 15, 2026'))
  expect([null, undefined, '', 'soon', Number.NaN].map(formatDay)).toEqual(Array(5).fill('N/A'))
})
