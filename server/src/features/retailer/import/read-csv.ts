// Reads a CSV file. A file with a broken line is refused as a whole.
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { AppError } from '../../../lib/app-error.ts'
import { cleanCell } from './cells.ts'
import { plainName, recognizeFormat } from './formats.ts'
import { createGathering, type Gathered } from './gather.ts'

const RECORD_LENGTH_MAX = 128 * 1024

/** The first record has the column names; the others are rows. */
export const readCsv = async (text: AsyncIterable<string>): Promise<Gathered> => {
  let gathering = undefined as ReturnType<typeof createGathering> | undefined
  let columns: ReadonlyMap<string, number> = new Map()
  let lineRead = 0
  const parser = parse({
    // Amazon writes `="1234"` without escaping the quotes.
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: RECORD_LENGTH_MAX,
    on_record: (cells: readonly string[], { lines }) => {
      lineRead = lines
      if (gathering) {
        gathering.take(lines, (name) => cleanCell(cells[columns.get(name) ?? -1] ?? ''))
      } else {
        columns = new Map(cells.map((name, index) => [plainName(name), index]))
        gathering = createGathering(recognizeFormat([...columns.keys()]))
      }
      return null
    },
  })
  await pipeline(text, parser.resume()).catch((error: unknown) => {
    throw error instanceof CsvError ? refusalOf(error, lineRead) : error
  })
  if (!gathering) throw new AppError('import_empty')
  return gathering.finish()
}

const BROKEN: Readonly<Partial<Record<CsvError['code'], string>>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is never closed',
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: "it doesn't have as many cells as the first line",
  CSV_MAX_RECORD_SIZE: "it's too long, probably because a quotation mark is never closed",
}

/** An unclosed quote is reported at the line where it starts, right after the last line we read. */
const refusalOf = ({ code, lines }: CsvError, lineRead: number): AppError => {
  const line = code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH' ? Number(lines) : lineRead + 1
  const why = BROKEN[code] ?? "it isn't valid CSV"
  return new AppError('import_broken', {
    text: `We can't read line ${line}: ${why}. Nothing was imported.`,
    extra: { line },
  })
}
