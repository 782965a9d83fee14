// Reads an uploaded export: text, then CSV or JSON, then charges.
import { AppError } from '../../../app-error.ts'
import type { Gathered } from './gather.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import { readText } from './read-text.ts'

export const readTransactionsFile = async (bytes: AsyncIterable<Buffer>): Promise<Gathered> => {
  const text = readText(bytes)
  const start = await text.next()
  const first = start.done ? '' : start.value
  if (first.trim() === '') throw new AppError('import_empty')
  const whole = withFirst(first, text)
  const gathered = await (/^\s*[[{]/.test(first) ? readJson(whole) : readCsv(whole))
  if (gathered.rows === 0) throw new AppError('import_empty')
  return gathered
}

async function* withFirst(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}
