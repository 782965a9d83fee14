// The list as CSV for a spreadsheet, in which no cell can act as a formula.
import { centsToText } from '@invoice-desk/contract/money'
import { cardUsed } from './import/card.ts'
import type { Charge } from './import/charge.ts'

const HEADER = ['Date', 'Amount', 'Card Used', 'Order ID', 'Order URL']

/** Begins with a byte order mark, by which spreadsheets know UTF-8. */
export async function* toCsv(parts: AsyncIterable<readonly Charge[]>): AsyncGenerator<string> {
  yield `\ufeff${lineOf(HEADER)}`
  for await (const charges of parts) yield charges.map(lineOfCharge).join('')
}

const lineOfCharge = ({ date, amountCents, card, orderId, orderUrl }: Charge): string =>
  lineOf([date, centsToText(amountCents), cardUsed(card), orderId, orderUrl])

const lineOf = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** A spreadsheet runs what begins like this, unless it is just a number. */
const isFormula = (text: string): boolean =>
  /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text)

const cellOf = (text: string): string => {
  const harmless = isFormula(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
