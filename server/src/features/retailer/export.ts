// Writes transactions as CSV, with cells escaped so that a spreadsheet can't run them as formulas.
import { centsToText } from '@invoice-desk/contract/money'
import { type Charge, cardUsed } from './import/charge.ts'

const HEADER = ['Date', 'Amount', 'Card Used', 'Order ID', 'Order URL']

/** Starts with a byte-order mark, so spreadsheets recognize UTF-8. */
export async function* toCsv(parts: AsyncIterable<readonly Charge[]>): AsyncGenerator<string> {
  yield `\ufeff${lineOf(HEADER)}`
  for await (const charges of parts) yield charges.map(lineOfCharge).join('')
}

const lineOfCharge = ({ date, amountCents, card, orderId, orderUrl }: Charge): string =>
  lineOf([date, centsToText(amountCents), cardUsed(card), orderId, orderUrl])

const lineOf = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** Spreadsheets run cells that start like this, unless they're numbers. */
const isFormula = (text: string): boolean =>
  /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text)

const cellOf = (text: string): string => {
  const escaped = isFormula(text) ? `'${text}` : text
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
