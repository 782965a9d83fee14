// The export formats we can import: which columns they have, and how to read a row.
import type { ImportFormat } from '@invoice-desk/contract/retailer/retailer'
import { AppError } from '../../../lib/app-error.ts'
import { RowProblem, readAmount, readDay, readOrderId } from './cells.ts'
import { type Card, type Charge, orderUrlOf, readCard } from './charge.ts'

/** The cleaned cell of a column by its plain name; `''` if the file doesn't have the column. */
export type Row = (column: string) => string

export type Format = {
  readonly name: ImportFormat
  /** Plain names of the required columns. Alternatives are separated by `|`. */
  readonly columns: readonly string[]
  /** Whether the row isn't a charge: canceled, or the table's footer. */
  readonly isSkipped: (row: Row) => boolean
  /** Rows with the same group are one charge. Without it, each row is a charge. */
  readonly groupOf?: (row: Row) => string
  /** Whether the rows of a group add up to the charge, or each repeats its whole amount. */
  readonly groupAmount: 'sum' | 'same'
  /** Throws a RowProblem. */
  readonly readRow: (row: Row) => Omit<Charge, 'id'>
}

/** `Carrier Name & Tracking Number` and `carrierNameTrackingNumber` are the same column. */
export const plainName = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The transactions export of the Azad browser extension: a row is a charge or refund. */
const azadWith = (cardColumn: string, moneyOut: 'positive' | 'negative'): Format => ({
  name: 'azad',
  columns: ['date', 'orderids', 'amount', cardColumn],
  groupAmount: 'sum',
  // The footer repeats the column names or has sums as formulas.
  isSkipped: (row) => /^(date|=SUBTOTAL)/i.test(row('date')),
  readRow: (row) => {
    const orderIds = row('orderids').split(/[\s,;]+/)
    const [firstUrl = ''] = row('orderurls').split(/[\s,;]+/)
    const date = readDay(row('date'))
    const cents = readAmount(row('amount'))
    return {
      date,
      amountCents: moneyOut === 'negative' ? 0 - cents : cents,
      orderId: readOrderId(orderIds.join(', ')),
      orderUrl: orderUrlOf(orderIds[0] ?? '', firstUrl),
      ...readCard(row(cardColumn)),
    }
  },
})

/** Amazon's own reports: a row is an item, and several items are one charge. */
const amazonReport = (
  report: Pick<Format, 'name' | 'columns' | 'groupAmount'> & {
    readonly groupColumn: string
    readonly dateColumns: readonly string[]
    readonly amountColumns: readonly string[]
    readonly cardOf: (row: Row) => Card
  },
): Format => ({
  ...report,
  isSkipped: (row) => /^cancell?ed$/i.test(row('orderstatus')),
  groupOf: (row) => `${row('orderid')} ${row(report.groupColumn)}`,
  readRow: (row) => {
    const firstOf = (columns: readonly string[]) => columns.map(row).find(Boolean) ?? ''
    const orderId = readOrderId(row('orderid'))
    if (!['', 'USD'].includes(row('currency'))) {
      throw new RowProblem("The currency isn't US dollars.")
    }
    return {
      orderId,
      date: readDay(firstOf(report.dateColumns)),
      amountCents: readAmount(firstOf(report.amountColumns)),
      orderUrl: orderUrlOf(orderId),
      ...report.cardOf(row),
    }
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
  // `Retail.OrderHistory.N.csv` from a data request. The card is charged when a package ships.
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
