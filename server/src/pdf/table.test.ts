// Tests how tall the rows of a table are.
import { expect, it } from 'vitest'
import { renderPdf } from './render.ts'
import { type Column, drawTable } from './table.ts'

const COLUMNS: readonly Column[] = [
  { title: 'Invoice', at: 0, width: 0.1, align: 'left' },
  { title: 'Amount', at: 0.5, width: 0.1, align: 'right' },
  { title: 'Balance', at: 0.6, width: 0.1, align: 'right' },
]

const endOf = async (...rows: readonly (readonly string[])[]) => {
  let end = 0
  const info = { title: '', author: '', createdAt: new Date(0) }
  await renderPdf(info, async (doc) => {
    end = await drawTable(doc, COLUMNS, rows, 0)
  })
  return end
}

it('leaves room for the cell with the most lines, in any column', async () => {
  const amount = 'MX$1,234,567.89'
  const low = await endOf(['A', '$1.00', '$1.00'])
  const first = await endOf([amount, '$1.00', '$1.00'])
  expect(first).toBeGreaterThan(low + 10)
  expect(await endOf(['A', amount, '$1.00'])).toBe(first)
  expect(await endOf(['A', '$1.00', amount])).toBe(first)
})
