// Reads everything that the server compares with a submitted invoice. All of it is bounded, because it's stored.
import { findAmounts } from './find-amounts.ts'
import { findDates } from './find-dates.ts'
import { invoiceNumberKey } from './invoice-number-key.ts'
import { type Row, rowsOf } from './layout.ts'
import { type Open, readPages } from './pdf.ts'
import { textOf } from './pdf-text.ts'
import { type FoundInvoice, findInvoice } from './read-invoice.ts'

export type ReadDocument = {
  /** In cents, without signs. Empty if the text has no number that is clearly an amount. */
  readonly amounts: number[]
  readonly invoice: FoundInvoice
  /** Every reading of every day. */
  readonly dates: string[]
  /** What may be an invoice number, as `invoiceNumberKey` writes it. */
  readonly numbers: string[]
}

export const DATES_MAX = 200
export const NUMBERS_MAX = 2_000
export const KEY_LENGTH_MAX = 40
/** `INV 2026 / 17` is four. */
const WORDS_MAX = 4

/** Throws if the PDF is encrypted, broken or too long, or if its fonts can't be decoded. */
export const readDocument = async (open: Open, bytes: Uint8Array): Promise<ReadDocument> => {
  const pages = await readPages(open, bytes)
  const rows = rowsOf(pages)
  return {
    amounts: findAmounts(textOf(pages)),
    invoice: findInvoice(pages),
    dates: datesIn(rows),
    numbers: numbersIn(rows),
  }
}

const datesIn = (rows: readonly Row[]): string[] => {
  const dates = rows
    .flatMap((row) => findDates(row.map(({ text }) => text).join('  ')))
    .flatMap(({ dayFirst, monthFirst }) => [dayFirst, monthFirst])
    .filter((date) => date !== undefined)
  return [...new Set(dates)].slice(0, DATES_MAX)
}

/** Words with a digit, also together with their neighbors. Single words first, in case there are too many. */
const numbersIn = (rows: readonly Row[]): string[] => {
  const lines = rows.map((row) => row.flatMap(({ text }) => text.split(' ')))
  const keys = new Set<string>()
  for (let count = 1; count <= WORDS_MAX; count += 1)
    for (const words of lines)
      for (let start = 0; start + count <= words.length && keys.size < NUMBERS_MAX; start += 1) {
        const text = words.slice(start, start + count).join('')
        if (text.length > 2 * KEY_LENGTH_MAX) continue
        const key = invoiceNumberKey(text)
        if (/\d/.test(key) && key.length <= KEY_LENGTH_MAX) keys.add(key)
      }
  return [...keys]
}
