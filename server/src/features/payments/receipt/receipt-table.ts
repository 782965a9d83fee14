// Draws a receipt's invoices and their total, and repeats the column titles on every page.
import { formatUsd } from '@invoice-desk/contract/money'
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
} from '../../../pdf/paper.ts'
import type { Attempt, Line } from '../queries.ts'
import { isRestKnown, remainingCentsIn, remainingCentsOf } from './receipt-facts.ts'

/** The footer starts below this. */
const BOTTOM = PAGE.height - 84
/** With a line about what remains and one about a refund. */
const TOTAL_HEIGHT = 76
const ROW_PADDING = 6

type Column = {
  readonly title: string
  readonly at: number
  readonly width: number
  readonly align: 'left' | 'right'
  readonly textOf: (line: Line) => string
  /** Left out if the balances may be wrong. */
  readonly isBalance?: boolean
}

const INVOICE: Column = {
  ...{ title: 'Invoice', at: 0, width: 0.34, align: 'left' },
  textOf: ({ invoiceNumber }) => invoiceNumber,
}
const BEFORE: Column = {
  ...{ title: 'Balance before', at: 0.36, width: 0.2, align: 'right', isBalance: true },
  textOf: ({ balanceCents }) => formatUsd(balanceCents),
}
const PAID: Column = {
  ...{ title: 'Amount paid', at: 0.58, width: 0.2, align: 'right' },
  textOf: ({ amountCents }) => formatUsd(amountCents),
}
const REMAINING: Column = {
  ...{ title: 'Remaining', at: 0.8, width: 0.2, align: 'right', isBalance: true },
  textOf: (line) => formatUsd(remainingCentsOf(line)),
}
const COLUMNS = [INVOICE, BEFORE, PAID, REMAINING]

type Content = { readonly lines: readonly Line[]; readonly attempt: Attempt }

export const drawTable = (doc: Doc, { lines, attempt }: Content, top: number): void => {
  const columns = COLUMNS.filter(({ isBalance }) => !isBalance || isRestKnown(attempt))
  let y = drawTitles(doc, columns, top)
  for (const [index, line] of lines.entries()) {
    const height = heightOf(doc, line.invoiceNumber, boxOf(INVOICE, y)) + 2 * ROW_PADDING
    // Keeps the total on the same page as the last row.
    const needed = index === lines.length - 1 ? height + TOTAL_HEIGHT : height
    if (y + needed > BOTTOM) y = drawTitles(doc.addPage(), columns, PAGE.margin)
    for (const column of columns) {
      const { align, textOf } = column
      write(doc, textOf(line), boxOf(column, y + ROW_PADDING), { align })
    }
    y += height
    if (index < lines.length - 1) rule(doc, y)
  }
  drawNotes(doc, { lines, attempt }, drawTotal(doc, attempt, y))
}

const boxOf = (column: Column, y: number): Box => ({
  x: PAGE.margin + column.at * WIDTH,
  y,
  width: column.width * WIDTH,
})

const drawTitles = (doc: Doc, columns: readonly Column[], y: number): number => {
  for (const column of columns) {
    write(doc, column.title, boxOf(column, y), { size: 9, color: MUTED, align: column.align })
  }
  rule(doc, y + 19, { color: INK })
  return y + 20
}

/** Where the amounts that were paid end. */
const PAID_END = PAGE.margin + (PAID.at + PAID.width) * WIDTH

/** Below the amounts it sums up, with the bookkeeper's double rule. */
const drawTotal = (doc: Doc, { totalCents }: Attempt, end: number): number => {
  rule(doc, end, { color: INK })
  const to = PAID_END
  const box = { x: PAGE.margin, y: end + 10, width: to - PAGE.margin }
  const look = { size: 11, bold: true } as const
  write(doc, 'Total paid', box, look)
  const total = formatUsd(totalCents)
  const y = write(doc, total, box, { ...look, align: 'right' }) + 1
  const from = to - widthOf(doc, total, look)
  rule(doc, y, { from, to, color: INK })
  rule(doc, y + 2.5, { from, to, color: INK })
  return y + 10
}

const drawNotes = (doc: Doc, { lines, attempt }: Content, top: number): void => {
  const remaining = remainingCentsIn(attempt, lines)
  const { refundedCents } = attempt
  const notes = [
    remaining > 0 ? `${formatUsd(remaining)} remained on these invoices when you paid.` : '',
    refundedCents > 0 ? `${formatUsd(refundedCents)} of this was refunded later.` : '',
  ]
  let y = top
  for (const text of notes.filter(Boolean)) {
    const box = { x: PAGE.margin, y, width: PAID_END - PAGE.margin }
    y = write(doc, text, box, { color: MUTED, align: 'right' }) + 2
  }
}
