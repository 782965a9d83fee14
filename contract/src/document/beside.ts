// Finds what is beside a label: after it in its cell, on its right, or below it.
import type { Kind } from './labels.ts'
import type { Cell, Row } from './layout.ts'
import { findLabels, type Label, type Labeled } from './match-labels.ts'

export type Document = Labeled & {
  readonly rows: readonly Row[]
  /** The label that a cell starts with. */
  readonly labelAt: (cell: Cell | undefined) => Label | undefined
  /** Whether the row's cells are the titles of columns. */
  readonly isHeader: (row: number) => boolean
  /** How many of the row's cells are nothing but labels. */
  readonly labelsIn: (row: number) => number
}

/** How much a label without a value says that its row is the head of a table. */
const TITLES: Readonly<Partial<Record<Kind, number>>> = { column: 1, 'other amount': 0.5 }

export const documentOf = (rows: readonly Row[]): Document => {
  const labeled = findLabels(rows)
  const first = new Map<Cell, Label>()
  const titles = new Map<number, number>()
  const labelCounts = new Map<number, number>()
  for (const label of labeled.labels) {
    if (label.before !== '') continue
    first.set(label.cell, label)
    if (label.rest !== '') continue
    labelCounts.set(label.row, (labelCounts.get(label.row) ?? 0) + 1)
    titles.set(label.row, (titles.get(label.row) ?? 0) + (TITLES[label.kind] ?? 0))
  }
  return {
    ...labeled,
    rows,
    labelAt: (cell) => cell && first.get(cell),
    labelsIn: (row) => labelCounts.get(row) ?? 0,
    isHeader: (row) => (titles.get(row) ?? 0) >= 1,
  }
}

/** The cells on its right, up to the next label. */
export const rightOf = ({ rows, labelAt }: Document, { row, column }: Label): Cell[] => {
  const cells = (rows[row] ?? []).slice(column + 1)
  const end = cells.findIndex((cell) => labelAt(cell) !== undefined)
  return end < 0 ? cells : cells.slice(0, end)
}

/** In heights of the label's text. */
const BELOW_MAX = 3.2
const NEXT_BELOW_MAX = 5
const BELOW_ROWS_MAX = 4
/** In points. */
const ALIGNED = 3

/** The nearest cell below it, unless that's another label. */
export const belowOf = (document: Document, { cell, row }: Label): Cell | undefined =>
  nearestBelow(document, cell, row, BELOW_MAX)?.below

/** Requires a value in the cell below. The first of several values doesn't count: the label is then the title of a column. */
export const valueBelow = <T>(
  document: Document,
  { cell, row }: Label,
  parse: (text: string) => T | undefined,
): { readonly below: Cell; readonly value: T } | undefined => {
  const nearest = nearestBelow(document, cell, row, BELOW_MAX)
  const value = nearest && parse(nearest.below.text)
  if (!nearest || value === undefined) return undefined
  const { below } = nearest
  const next = nearestBelow(document, below, nearest.row, NEXT_BELOW_MAX)
  return next && parse(next.below.text) !== undefined ? undefined : { below, value }
}

const nearestBelow = ({ rows, labelAt }: Document, cell: Cell, row: number, max: number) => {
  for (let next = row + 1; next <= row + BELOW_ROWS_MAX; next += 1) {
    const below = rows[next]?.find((each) => isBelow(each, cell, max))
    if (below) return labelAt(below) ? undefined : { below, row: next }
  }
  return undefined
}

const isBelow = (below: Cell, { page, x, right, y, height }: Cell, max: number): boolean =>
  below.page === page &&
  y - below.y <= max * Math.max(height, below.height) &&
  (below.x < right || isAlignedLeft(below, x)) &&
  (below.right > x || Math.abs(below.right - right) < ALIGNED)

const isAlignedLeft = (cell: Cell, x: number) => Math.abs(cell.x - x) < ALIGNED

/** Whether a cell directly below a label starts where the label does. Then it's more likely its value than what is on its right. */
export const isStacked = (below: Cell, { cell, inline }: Label): boolean =>
  isAlignedLeft(below, cell.x) &&
  inline === '' &&
  !cell.text.endsWith(':') &&
  cell.y - below.y < 1.9 * Math.max(cell.height, below.height)
