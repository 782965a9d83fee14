// Reads an uploaded export: UTF-8 text, then CSV or JSON, then charges.
import { isUtf8 } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../../lib/app-error.ts'
import type { Gathered } from './gather.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'

const UTF_16_MARKS = ['fffe', 'feff']

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

/** Removes the byte-order mark that spreadsheets add. */
async function* readText(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [lines, isFirst] = [1, true]
  for await (const piece of bytes) {
    if (isFirst) refuseBinary(piece)
    isFirst = false
    const text = orRefuse(() => decoder.decode(piece, { stream: true }), lines, piece)
    if (text.includes('\0')) throw new AppError('import_not_text')
    lines += text.split('\n').length - 1
    yield text
    // Each piece takes a few milliseconds, so other requests get a turn in between.
    await nextTurn()
  }
  orRefuse(() => decoder.decode(), lines, Buffer.alloc(0))
}

const refuseBinary = (piece: Buffer): void => {
  if (UTF_16_MARKS.includes(piece.toString('hex', 0, 2))) throw new AppError('import_encoding')
  const isZipped = piece.toString('latin1', 0, 2) === 'PK'
  if (isZipped || piece.subarray(0, 4).includes(0)) throw new AppError('import_not_text')
}

const orRefuse = (read: () => string, linesBefore: number, piece: Buffer): string => {
  try {
    return read()
  } catch {
    const line = linesBefore + badLineOf(piece)
    throw new AppError('import_encoding', {
      text: `Line ${line} isn't UTF-8 text. Save the file as “CSV UTF-8” and import it again.`,
      extra: { line },
    })
  }
}

/** The first line of a piece may start inside a character, so we report it only if every other line is valid. */
const badLineOf = (piece: Buffer): number => {
  const [, ...lines] = piece.toString('latin1').split('\n')
  return lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1'))) + 1
}
