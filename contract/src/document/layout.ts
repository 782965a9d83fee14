// Rebuilds the rows and cells of a page from its pieces of text.
import type { Page, Piece } from './pdf.ts'

/** Text with nothing but ordinary spaces inside. */
export type Cell = {
  readonly text: string
  readonly page: number
  readonly x: number
  readonly right: number
  /** The baseline. It grows toward the top. */
  readonly y: number
  readonly height: number
}

/** From left to right. */
export type Row = readonly Cell[]

/** In heights of the text. Words are about 0.3 apart. */
const SAME_ROW = 0.5
const NEW_CELL = 0.9
const NEW_WORD = 0.12

/** In points. No one can read smaller text. */
const HEIGHT_MIN = 3
/** No one can read a row with more. */
const CELLS_MAX = 100

/** From top to bottom. Fields of a form come last, because we don't know their places. */
export const rowsOf = (pages: readonly Page[]): Row[] =>
  pages
    .flatMap(({ pieces, fields }, page) => [
      ...groupRows(pieces).map((row) => cellsOf(row, page)),
      ...fields.map((text) => [{ text: plain(text), page, x: 0, right: 0, y: 0, height: 0 }]),
    ])
    .filter(({ length }) => length <= CELLS_MAX)

const groupRows = (pieces: readonly Piece[]): Piece[][] => {
  const rows: Piece[][] = []
  const visible = pieces.filter(({ text, height }) => text.trim() !== '' && height >= HEIGHT_MIN)
  for (const piece of visible.toSorted((a, b) => b.y - a.y)) {
    const row = rows.at(-1)
    const [first] = row ?? []
    if (row && first && first.y - piece.y < (SAME_ROW * (first.height + piece.height)) / 2)
      row.push(piece)
    else rows.push([piece])
  }
  return rows.map((row) => row.sort((a, b) => a.x - b.x))
}

const cellsOf = (row: readonly Piece[], page: number): Cell[] => {
  const cells: (Cell & { text: string; right: number })[] = []
  for (const { text, x, y, width, height } of row) {
    const last = cells.at(-1)
    const gap = last ? (x - last.right) / Math.max(height, 1) : Number.POSITIVE_INFINITY
    // Bold text may be drawn twice.
    if (last && gap < 0 && x + width < last.right + 2 && last.text.endsWith(text.trim())) continue
    if (!last || gap > NEW_CELL) cells.push({ text, page, x, right: x + width, y, height })
    else {
      last.text += (gap > NEW_WORD ? ' ' : '') + text
      last.right = Math.max(last.right, x + width)
    }
  }
  return cells.map((cell) => ({ ...cell, text: plain(cell.text) }))
}

const plain = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim()
