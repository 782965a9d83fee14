// Rows of a CSV file. A file that is broken anywhere is refused as a whole, with the line.
import { pipeline } from 'node:stream/promises'
import type { CsvError } from 'csv-parse'
import { AppError } from '../../../app-error.ts'
import { cleanCell } from './cells.ts'
import { plainName } from './formats/format.ts'
import { recogniseFormat } from './formats/recognise.ts'
import { createGathering, type Gathered } from './gather.ts'

const RECORD_LENGTH_MAX = 128 * 1024

export const readCsv = async (text: AsyncIterable<string>): Promise<Gathered> => {
  // Loaded with the first file: a start has no use for it.
  const csv = await import('csv-parse')
  const table = createTable()
  const parser = csv.parse({
    // The retailer writes `="1234"` without quoting the quotes.
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: RECORD_LENGTH_MAX,
    // Rows are taken right here: handing each on through a stream would double the work.
    on_record: (cells, { lines }) => {
      table.take(cells, lines)
      return null
    },
  })
  await pipeline(text, parser.resume()).catch((error: unknown) => {
    throw error instanceof csv.CsvError ? refusalOf(error, table.lineRead()) : error
  })
  return table.finish()
}

/** The first record names the columns and so the format; all others are rows. */
const createTable = () => {
  let gathering: ReturnType<typeof createGathering> | undefined
  let columns: ReadonlyMap<string, number> = new Map()
  let lineRead = 0
  return {
    take: (cells: readonly string[], line: number): void => {
      lineRead = line
      if (gathering) {
        gathering.take(line, (name) => cleanCell(cells[columns.get(name) ?? -1] ?? ''))
      } else {
        columns = new Map(cells.map((name, index) => [plainName(name), index]))
        gathering = createGathering(recogniseFormat([...columns.keys()]))
      }
    },
    lineRead: () => lineRead,
    finish: async (): Promise<Gathered> => {
      if (!gathering) throw new AppError('import_empty')
      return gathering.finish()
    },
  }
}

const BROKEN: Readonly<Partial<Record<CsvError['code'], string>>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark was opened and never closed',
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'it has more or fewer cells than the first line',
  CSV_MAX_RECORD_SIZE: 'it is too long, so a quotation mark in it may never be closed',
}

/** What never ends is blamed on the line where it began, the first one after the last that was read. */
const refusalOf = ({ code, lines }: CsvError, lineRead: number): AppError => {
  const line = code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH' ? Number(lines) : lineRead + 1
  const why = BROKEN[code] ?? 'it is not proper CSV'
  return new AppError('import_broken', {
    text: `Line ${line} cannot be read: ${why}. Nothing was imported.`,
    extra: { line },
  })
}
