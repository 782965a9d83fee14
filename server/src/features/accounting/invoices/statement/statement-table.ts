// Draws a statement's two tables: the aging, and the invoices with their column titles on every page.
import { setImmediate } from 'node:timers/promises'
import { formatDate } from '@invoice-desk/contract/dates'
import { formatMoney, HOME_CURRENCY } from '@invoice-desk/contract/money'
import {
  type Box,
  type Doc,
  heightOf,
  INK,
  MUTED,
  PAGE,
  rule,
  WIDTH,
  write,
} from '../../../../pdf/paper.ts'
import { type Aging, BUCKET_LABELS, daysPastDue, type StatementInvoice } from './aging.ts'

/** The footer starts below this. */
const BOTTOM = PAGE.height - 84
const ROW_PADDING = 5
const SIZE = 9

type Column = {
  readonly title: string
  /** As a share of the width. */
  readonly at: number
  readonly width: number
  readonly align: 'left' | 'right'
}

const AGING: readonly Column[] = ['', ...BUCKET_LABELS, 'Total'].map((title, index) => ({
  title,
  at: index === 0 ? 0 : 0.08 + (index - 1) * 0.155,
  width: index === 0 ? 0.08 : 0.145,
  align: index === 0 ? 'left' : 'right',
}))

const INVOICES = [
  { title: 'Invoice', at: 0, width: 0.21, align: 'left' },
  { title: 'Date', at: 0.22, width: 0.13, align: 'left' },
  { title: 'Due date', at: 0.35, width: 0.13, align: 'left' },
  { title: 'Amount', at: 0.46, width: 0.13, align: 'right' },
  { title: 'Paid or credited', at: 0.59, width: 0.16, align: 'right' },
  { title: 'Balance', at: 0.75, width: 0.14, align: 'right' },
  { title: 'Past due', at: 0.9, width: 0.1, align: 'right' },
] as const satisfies readonly Column[]

export const drawAging = (doc: Doc, aging: readonly Aging[], top: number): number => {
  let y = drawTitles(doc, AGING, top)
  for (const { currency, cents, totalCents } of aging) {
    const amounts = [...cents, totalCents].map((each) => formatMoney(each, currency))
    const isNamed = aging.length > 1 || currency !== HOME_CURRENCY
    y = drawRow(doc, AGING, [isNamed ? currency : '', ...amounts], y)
  }
  return y + 26
}

export const drawInvoices = async (
  doc: Doc,
  invoices: readonly StatementInvoice[],
  today: string,
  top: number,
): Promise<void> => {
  let y = drawTitles(doc, INVOICES, top)
  if (invoices.length === 0) {
    const box = boxOf({ at: 0, width: 1 }, y + ROW_PADDING)
    write(doc, 'No open or recently paid invoices.', box, { size: SIZE })
  }
  for (const [index, invoice] of invoices.entries()) {
    const cells = cellsOf(invoice, today)
    const height = heightOf(doc, invoice.number, boxOf(INVOICES[0], 0)) + 2 * ROW_PADDING
    if (y + height > BOTTOM) {
      // A long statement must not keep other requests waiting.
      await setImmediate()
      y = drawTitles(doc.addPage(), INVOICES, PAGE.margin)
    }
    y = drawRow(doc, INVOICES, cells, y)
    if (index < invoices.length - 1) rule(doc, y)
  }
}

const cellsOf = (invoice: StatementInvoice, today: string): string[] => {
  const { number, date, dueDate, currency, totalCents, balanceCents } = invoice
  const money = (cents: number) => formatMoney(cents, currency)
  const days = daysPastDue(invoice, today)
  const late = days > 0 ? `${days} ${days === 1 ? 'day' : 'days'}` : ''
  return [
    number,
    formatDate(date),
    formatDate(dueDate),
    money(totalCents),
    money(totalCents - balanceCents),
    money(balanceCents),
    balanceCents > 0 ? late : 'Paid',
  ]
}

const drawTitles = (doc: Doc, columns: readonly Column[], y: number): number => {
  for (const column of columns) {
    write(doc, column.title, boxOf(column, y), { size: SIZE, color: MUTED, align: column.align })
  }
  rule(doc, y + 19, { color: INK })
  return y + 20
}

const drawRow = (
  doc: Doc,
  columns: readonly Column[],
  cells: readonly string[],
  y: number,
): number => {
  const ends = columns.map((column, index) =>
    write(doc, cells[index] ?? '', boxOf(column, y + ROW_PADDING), {
      size: SIZE,
      align: column.align,
    }),
  )
  return Math.max(...ends) + ROW_PADDING
}

const boxOf = ({ at, width }: Pick<Column, 'at' | 'width'>, y: number): Box => ({
  x: PAGE.margin + at * WIDTH,
  y,
  width: width * WIDTH,
})
