// What the readers of all formats share: which columns they need, and what they make of a row.
import type { ImportFormat } from '@invoice-desk/contract/retailer'
import type { Card } from '../card.ts'
import type { Reading } from '../cells.ts'

/** The cleaned cell of a column by its plain name; `''` when the file does not have the column. */
export type Row = (column: string) => string

/** A row as part of a charge. Rows with the same `group` are one charge; a row without one is a charge. */
export type Piece = {
  readonly date: string
  readonly amountCents: number
  readonly card: Card
  readonly orderId: string
  readonly orderUrl: string
  readonly group?: string
}

export type RowResult =
  | { readonly piece: Piece }
  /** The row is no charge: cancelled, or not a row of the table at all. */
  | { readonly skipped: true }
  /** A refused row spoils its whole group: a sum without it would be wrong. */
  | { readonly problem: string; readonly group?: string }

export type Format = {
  readonly name: ImportFormat
  /** Columns by their plain names; of alternatives, divided by `|`, one is enough. */
  readonly columns: readonly string[]
  /** Whether the rows of a group add up to the charge, or each repeats its whole amount. */
  readonly groupAmount: 'sum' | 'same'
  readonly readRow: (row: Row) => RowResult
}

/** `Carrier Name & Tracking Number`, `carrierNameTrackingNumber` and the like are one column. */
export const plainName = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, '')

type Readings = Record<string, Reading<unknown>>
type Values<R extends Readings> = { [K in keyof R]: R[K] extends Reading<infer T> ? T : never }

/** All values, or the first problem among them. */
export const allOf = <R extends Readings>(readings: R): Reading<Values<R>> => {
  const values: Record<string, unknown> = {}
  for (const [name, reading] of Object.entries(readings)) {
    if ('problem' in reading) return reading
    values[name] = reading.value
  }
  return { value: values as Values<R> }
}

export const isCancelled = (status: string): boolean => /^cancell?ed$/i.test(status)
