// Draws a receipt's invoices and their total.
import { formatUsd } from '@invoice-desk/contract/values/money'
import { type Doc, INK, MUTED, PAGE, rule, WIDTH, widthOf, write } from '../../../pdf/page.ts'
import { drawTable, type Column as TableColumn } from '../../../pdf/table.ts'
import type { Attempt, Line } from '../queries.ts'
import { isRestKnown, remainingCentsIn, remainingCentsOf } from './receipt-facts.ts'

/** With a line about what remains and one about a refund. */
const TOTAL_HEIGHT = 76

type Column = TableColumn & {
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

export const drawInvoices = async (
  doc: Doc,
  { lines, attempt }: Content,
  top: number,
): Promise<void> => {
  const columns = COLUMNS.filter(({ isBalance }) => !isBalance || isRestKnown(attempt))
  const rows = lines.map((line) => columns.map(({ textOf }) => textOf(line)))
  const end = await drawTable(doc, columns, rows, top, { below: TOTAL_HEIGHT })
  drawNotes(doc, { lines, attempt }, drawTotal(doc, attempt, end))
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
