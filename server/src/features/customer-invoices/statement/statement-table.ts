// Draws a statement's two tables: the aging and the invoices.
import { formatDate } from '@invoice-desk/contract/values/dates'
import { formatMoney, HOME_CURRENCY } from '@invoice-desk/contract/values/money'
import { type Doc, PAGE, WIDTH, write } from '../../../pdf/page.ts'
import { type Column, drawTable } from '../../../pdf/table.ts'
import type { Credit } from '../queries.ts'
import { type Aging, BUCKET_LABELS, daysPastDue, type StatementInvoice } from './aging.ts'

const LOOK = { size: 9, padding: 5 }

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

export const drawAging = async (
  doc: Doc,
  aging: readonly Aging[],
  top: number,
): Promise<number> => {
  const rows = aging.map(({ currency, cents, totalCents }) => {
    const isNamed = aging.length > 1 || currency !== HOME_CURRENCY
    const amounts = [...cents, totalCents].map((each) => formatMoney(each, currency))
    return [isNamed ? currency : '', ...amounts]
  })
  return (await drawTable(doc, AGING, rows, top, LOOK)) + 26
}

type Listed = {
  readonly invoices: readonly StatementInvoice[]
  readonly unapplied: readonly Credit[]
}

export const drawInvoices = async (
  doc: Doc,
  { invoices, unapplied }: Listed,
  today: string,
  top: number,
): Promise<void> => {
  const credits = unapplied.map(({ currency, cents }) => creditCells(formatMoney(-cents, currency)))
  const rows = [...invoices.map((invoice) => cellsOf(invoice, today)), ...credits]
  const y = await drawTable(doc, INVOICES, rows, top, LOOK)
  const box = { x: PAGE.margin, y: y + LOOK.padding, width: WIDTH }
  if (rows.length === 0) write(doc, 'No open or recently paid invoices.', box, { size: LOOK.size })
}

const creditCells = (amount: string): string[] => ['Unapplied credit', '', '', '', '', amount, '']

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
