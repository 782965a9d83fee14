// Tests which amounts label the axis of a chart.
import { expect, it } from 'vitest'
import { ticksOf } from './chart-data.ts'

const series = ['in', 'out'].map((name) => ({ name, label: name, color: '' }))
const rowOf = (values: Record<string, number>) => ({ key: '', label: '', values, links: {} })

it('labels the axis with round numbers', () => {
  expect(ticksOf({ rows: [rowOf({ in: 3_780, out: 3_100 })], series })).toEqual([
    0, 1_000, 2_000, 3_000, 4_000,
  ])
})

it('stacks what is above and below the line', () => {
  const rows = [rowOf({ in: 2_550, out: -120 }), rowOf({ in: 0, out: 0 })]
  expect(ticksOf({ rows, series, stacked: true })).toEqual([-1_000, 0, 1_000, 2_000, 3_000])
})

it('labels only the zero line of a chart without amounts', () => {
  expect(ticksOf({ rows: [], series })).toEqual([0])
})
