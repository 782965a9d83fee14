// Reads a JSON file: a list of objects, or an object that contains one. Each entry counts as a line, starting at 1.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../../lib/app-error.ts'
import { cleanCell } from './cells.ts'
import { plainName, type Row, recognizeFormat } from './formats.ts'
import { createGathering, type Gathered } from './gather.ts'

/** JSON is parsed as a whole, so the limit is lower than for CSV. */
const LENGTH_MAX = 16 * 1024 * 1024
const ROWS_PER_TURN = 500

export const readJson = async (text: AsyncIterable<string>): Promise<Gathered> => {
  const rows = await parseList(text)
  if (rows.length === 0) throw new AppError('import_empty')
  const gathering = createGathering(recognizeFormat(Object.keys(objectOf(rows[0])).map(plainName)))
  for (const [index, row] of rows.entries()) {
    gathering.take(index + 1, rowOf(objectOf(row)))
    if (index % ROWS_PER_TURN === 0) await nextTurn()
  }
  return gathering.finish()
}

const parseList = async (text: AsyncIterable<string>): Promise<readonly unknown[]> => {
  let whole = ''
  for await (const piece of text) {
    whole += piece
    if (whole.length > LENGTH_MAX) {
      throw new AppError('import_too_large', {
        text: 'This JSON file is larger than 16 MB. Import the CSV file instead.',
      })
    }
  }
  const parsed = parse(whole)
  const list = Array.isArray(parsed) ? parsed : Object.values(objectOf(parsed)).find(Array.isArray)
  if (!list) throw new AppError('import_unknown_format')
  return list
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('import_broken', { text: "This isn't valid JSON. Nothing was imported." })
  }
}

const objectOf = (value: unknown): object =>
  typeof value === 'object' && value !== null ? value : {}

const rowOf = (object: object): Row => {
  const cells = new Map(Object.entries(object).map(([name, value]) => [plainName(name), value]))
  return (column) => {
    const value: unknown = cells.get(column) ?? ''
    return cleanCell(Array.isArray(value) ? value.join(', ') : String(value))
  }
}
