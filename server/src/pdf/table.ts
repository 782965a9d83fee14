// Draws a table with rules between its rows, and repeats the column titles on every page.
import { setImmediate } from 'node:timers/promises'
import {
  type Box,
  type Doc,
  heightOf,
  INK,
  MUTED,
  PAGE,
  print,
  rule,
  WIDTH,
  write,
} from './page.ts'

/** The footer starts below this. */
const BOTTOM = PAGE.height - 84
const TITLE_SIZE = 9

export type Column = {
  readonly title: string
  /** As a share of the width. */
  readonly at: number
  readonly width: number
  readonly align: 'left' | 'right'
}

type Look = {
  readonly size?: number
  readonly padding?: number
  /** What must fit below the last row on the same page, such as a total. */
  readonly below?: number
}

/** Returns the y where it ends. Cells wrap, and the tallest one sets the height of its row. */
export const drawTable = async (
  doc: Doc,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  top: number,
  { size = 10, padding = 6, below = 0 }: Look = {},
): Promise<number> => {
  let y = drawTitles(doc, columns, top)
  for (const [index, cells] of rows.entries()) {
    const isLast = index === rows.length - 1
    const heights = columns.map((column, at) =>
      heightOf(doc, cells[at] ?? '', boxOf(column, y), { size }),
    )
    const height = Math.max(...heights) + 2 * padding
    if (y + height + (isLast ? below : 0) > BOTTOM) {
      // A long document must not keep other requests waiting.
      await setImmediate()
      y = drawTitles(doc.addPage(), columns, PAGE.margin)
    }
    for (const [at, column] of columns.entries()) {
      print(doc, cells[at] ?? '', boxOf(column, y + padding), { size, align: column.align })
    }
    y += height
    if (!isLast) rule(doc, y)
  }
  return y
}

const drawTitles = (doc: Doc, columns: readonly Column[], y: number): number => {
  for (const column of columns) {
    const look = { size: TITLE_SIZE, color: MUTED, align: column.align }
    write(doc, column.title, boxOf(column, y), look)
  }
  rule(doc, y + 19, { color: INK })
  return y + 20
}

const boxOf = ({ at, width }: Pick<Column, 'at' | 'width'>, y: number): Box => ({
  x: PAGE.margin + at * WIDTH,
  y,
  width: width * WIDTH,
})
