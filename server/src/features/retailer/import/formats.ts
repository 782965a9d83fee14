// The export formats we can import: which columns they have, and how to read a row.
import type { ImportFormat } from '@invoice-desk/contract/retailer'
import { AppError } from '../../../app-error.ts'
import { type Reading, readAmount, readDay, readOrderId } from './cells.ts'
import { type Card, orderUrlOf, readCard } from './charge.ts'

/** The cleaned cell of a column by its plain name; `''` if the file doesn't have the column. */
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

type RowResult =
  | { readonly piece: Piece }
  /** Not a charge: canceled, or the table's footer. */
  | { readonly skipped: true }
  /** A refused row invalidates its whole group, because a sum without it would be wrong. */
  | { readonly problem: string; readonly group?: string }

export type Format = {
  readonly name: ImportFormat
  /** Plain names of the required columns. Alternatives are separated by `|`. */
  readonly columns: readonly string[]
  /** Whether the rows of a group add up to the charge, or each repeats its whole amount. */
  readonly groupAmount: 'sum' | 'same'
  readonly readRow: (row: Row) => RowResult
}

/** `Carrier Name & Tracking Number` and `carrierNameTrackingNumber` are the same column. */
export const plainName = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The transactions export of the Azad browser extension: a row is a charge or refund. */
const azadWith = (cardColumn: string, moneyOut: 'positive' | 'negative'): Format => ({
  name: 'azad',
  columns: ['date', 'orderids', 'amount', cardColumn],
  groupAmount: 'sum',
  readRow: (row) => {
    // The footer repeats the column names or has sums as formulas.
    if (/^(date|=SUBTOTAL)/i.test(row('date'))) return { skipped: true }
    const orderIds = row('orderids').split(/[\s,;]+/)
    const reading = allOf({
      date: readDay(row('date')),
      cents: readAmount(row('amount')),
      orderId: readOrderId(orderIds.join(', ')),
    })
    if ('problem' in reading) return reading
    const { date, cents, orderId } = reading.value
    const [firstUrl = ''] = row('orderurls').split(/[\s,;]+/)
    const orderUrl = orderUrlOf(orderIds[0] ?? '', firstUrl)
    const amountCents = moneyOut === 'negative' ? 0 - cents : cents
    return { piece: { date, amountCents, card: readCard(row(cardColumn)), orderId, orderUrl } }
  },
})

/** Amazon's own reports: a row is an item, and several items are one charge. */
const amazonReport = (
  report: Omit<Format, 'readRow'> & {
    readonly groupColumn: string
    readonly dateColumns: readonly string[]
    readonly amountColumns: readonly string[]
    readonly cardOf: (row: Row) => Card
  },
): Format => ({
  ...report,
  readRow: (row) => {
    if (/^cancell?ed$/i.test(row('orderstatus'))) return { skipped: true }
    const order = readOrderId(row('orderid'))
    if ('problem' in order) return order
    const orderId = order.value
    const group = `${orderId} ${row(report.groupColumn)}`
    const currency = row('currency')
    if (currency !== '' && currency !== 'USD') {
      return { problem: "The currency isn't US dollars.", group }
    }
    const firstOf = (columns: readonly string[]) => columns.map(row).find(Boolean) ?? ''
    const reading = allOf({
      date: readDay(firstOf(report.dateColumns)),
      amountCents: readAmount(firstOf(report.amountColumns)),
    })
    if ('problem' in reading) return { ...reading, group }
    const card = report.cardOf(row)
    return { piece: { ...reading.value, orderId, orderUrl: orderUrlOf(orderId), card, group } }
  },
})

const FORMATS: readonly Format[] = [
  // The extension's file shows amounts like Amazon's page: money out is negative.
  azadWith('carddetails', 'negative'),
  // The extension's data exported another way, such as by a script, with its field names.
  azadWith('cardinfo', 'positive'),
  amazonReport({
    name: 'amazon_business',
    columns: ['orderid', 'orderstatus', 'paymentreferenceid', 'paymentdate', 'paymentamount'],
    groupAmount: 'same',
    groupColumn: 'paymentreferenceid',
    dateColumns: ['paymentdate', 'orderdate'],
    amountColumns: ['paymentamount'],
    cardOf: (row) => readCard(row('paymentinstrumenttype'), row('paymentidentifier')),
  }),
  // `Retail.OrderHistory.N.csv` from a data request. The card is charged when a parcel ships.
  amazonReport({
    name: 'order_history',
    columns: [
      'website',
      'orderid',
      'orderdate',
      'totalowed|totalamount',
      'carriernametrackingnumber',
    ],
    groupAmount: 'sum',
    groupColumn: 'carriernametrackingnumber',
    dateColumns: ['shipdate', 'orderdate'],
    amountColumns: ['totalowed', 'totalamount'],
    cardOf: (row) => readCard(row('paymentinstrumenttype') || row('paymentmethodtype')),
  }),
]

/** The format whose columns are all among these plain names. */
export const recognizeFormat = (columns: readonly string[]): Format => {
  const has = (alternatives: string) =>
    alternatives.split('|').some((name) => columns.includes(name))
  const format = FORMATS.find((each) => each.columns.every(has))
  if (!format) throw new AppError('import_unknown_format', { extra: { line: 1 } })
  return format
}

type Readings = Record<string, Reading<unknown>>
type Values<R extends Readings> = { [K in keyof R]: R[K] extends Reading<infer T> ? T : never }

/** All values, or the first problem. */
const allOf = <R extends Readings>(readings: R): Reading<Values<R>> => {
  const values: Record<string, unknown> = {}
  for (const [name, reading] of Object.entries(readings)) {
    if ('problem' in reading) return reading
    values[name] = reading.value
  }
  return { value: values as Values<R> }
}
