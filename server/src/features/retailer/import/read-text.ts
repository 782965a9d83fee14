// The text of an uploaded file, piece by piece; what is not UTF-8 is refused with the line it stands in.
import { isUtf8 } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../../app-error.ts'

const UTF_16_MARKS = ['fffe', 'feff']

/** Without the byte order mark that spreadsheets put in front. */
export async function* readText(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [lines, isFirst] = [1, true]
  for await (const piece of bytes) {
    if (isFirst) refuseBinary(piece)
    isFirst = false
    const text = orRefuse(() => decoder.decode(piece, { stream: true }), lines, piece)
    if (text.includes('\0')) throw new AppError('import_not_text')
    lines += text.split('\n').length - 1
    yield text
    // Reading a piece takes some milliseconds; whoever waits meanwhile goes before the next one.
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
      text: `Line ${line} is not UTF-8 text. Please save the file again as “CSV UTF-8” and import that.`,
      extra: { line },
    })
  }
}

/** The first line of a piece may begin inside a character, so it is blamed only when no other is. */
const badLineOf = (piece: Buffer): number => {
  const [, ...lines] = piece.toString('latin1').split('\n')
  return lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1'))) + 1
}
