// Writes CSV that is safe to open in a spreadsheet.
import { Readable } from 'node:stream'

type Cells = readonly string[]

/** Starts with a byte-order mark, so spreadsheets recognize UTF-8. */
export const csvStream = <Row>(
  header: Cells,
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  cellsOf: (row: Row) => Cells,
): Readable => {
  async function* lines(): AsyncGenerator<string> {
    yield `\ufeff${lineOf(header)}`
    for await (const rows of batches) yield rows.map((row) => lineOf(cellsOf(row))).join('')
  }
  return Readable.from(lines())
}

/** The title of each column, and how to write its cell for a row. */
export type Columns<Row> = readonly (readonly [title: string, cellOf: (row: Row) => string])[]

export const csvOfColumns = <Row>(
  columns: Columns<Row>,
  batches: Parameters<typeof csvStream<Row>>[1],
): Readable =>
  csvStream(
    columns.map(([title]) => title),
    batches,
    (row) => columns.map(([, cellOf]) => cellOf(row)),
  )

/** The headers of a download. `name` has no extension. */
export const csvHeaders = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}.csv"`,
})

const lineOf = (cells: Cells): string => `${cells.map(cellOf).join(',')}\r\n`

/**
 * Spreadsheets run what starts like this, unless it's a number; some also with full-width or small signs. Where people
 * write decimal commas, they split cells at semicolons, tabs and line breaks, even within our quotation marks.
 */
const FORMULA =
  /(^|[;\t\r\n])((?:[^\S\t\r\n]|")*)(?=[=＝﹦+＋﹢\-－﹣@＠﹫])(?!-?\d+(?:\.\d+)?(?:$|[;\t\r\n]))/g

const cellOf = (text: string): string => {
  const escaped = text.replace(FORMULA, "$1$2'")
  return /[",;\t\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
