// Draws a receipt's invoices and their total, and repeats the column titles on every page.
import { formatUsd } from '@invoice-desk/contract/money'
import type { Attempt, Line } from '../queries.ts'
import {
  type Box,
  type Doc,
  heightOf,
  INK,
  MUTED,
  PAGE,
  rule,
  WIDTH,
  widthOf,
  write,
} from './paper.ts'

/** The footer starts below this. */
const BOTTOM = PAGE.height - 84
const TOTAL_HEIGHT = 62
const ROW_PADDING = 6

const COLUMNS = [
  { title: 'Invoice', at: 0, width: 0.34, align: 'left' },
  { title: 'Balance before', at: 0.36, width: 0.2, align: 'right' },
  { title: 'Amount paid', at: 0.58, width: 0.2, align: 'right' },
  { title: 'Remaining', at: 0.8, width: 0.2, align: 'right' },
] as const

type Content = { readonly lines: readonly Line[]; readonly attempt: Attempt }

export const drawTable = (doc: Doc, { lines, attempt }: Content, top: number): void => {
  let y = drawTitles(doc, top)
  for (const [index, { invoiceNumber, balanceCents, amountCents }] of lines.entries()) {
    const height = heightOf(doc, invoiceNumber, boxOf(COLUMNS[0], y)) + 2 * ROW_PADDING
    // Keeps the total on the same page as the last row.
    const needed = index === lines.length - 1 ? height + TOTAL_HEIGHT : height
    if (y + needed > BOTTOM) y = drawTitles(doc.addPage(), PAGE.margin)
    const cells = [
      invoiceNumber,
      formatUsd(balanceCents),
      formatUsd(amountCents),
      formatUsd(balanceCents - amountCents),
    ]
    for (const [at, column] of COLUMNS.entries()) {
      const { align } = column
      write(doc, cells[at] ?? '', boxOf(column, y + ROW_PADDING), { align })
    }
    y += height
    if (index < lines.length - 1) rule(doc, y)
  }
  drawTotal(doc, attempt, y)
}

const boxOf = (column: (typeof COLUMNS)[number], y: number): Box => ({
  x: PAGE.margin + column.at * WIDTH,
  y,
  width: column.width * WIDTH,
})

const drawTitles = (doc: Doc, y: number): number => {
  for (const column of COLUMNS) {
    write(doc, column.title, boxOf(column, y), { size: 9, color: MUTED, align: column.align })
  }
  rule(doc, y + 19, { color: INK })
  return y + 20
}

/** Below the amounts it sums up, with the bookkeeper's double rule. */
const drawTotal = (doc: Doc, { totalCents, refundedCents }: Attempt, end: number): void => {
  rule(doc, end, { color: INK })
  const [, , paid] = COLUMNS
  const to = PAGE.margin + (paid.at + paid.width) * WIDTH
  const box = { x: PAGE.margin, y: end + 10, width: to - PAGE.margin }
  const look = { size: 11, bold: true } as const
  write(doc, 'Total paid', box, look)
  const total = formatUsd(totalCents)
  const y = write(doc, total, box, { ...look, align: 'right' }) + 1
  const from = to - widthOf(doc, total, look)
  rule(doc, y, { from, to, color: INK })
  rule(doc, y + 2.5, { from, to, color: INK })
  if (refundedCents === 0) return
  const text = `${formatUsd(refundedCents)} of this was refunded later.`
  write(doc, text, { ...box, y: y + 10 }, { color: MUTED, align: 'right' })
}
