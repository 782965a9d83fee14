// Lists transactions by page and exports them as CSV.
import { Readable } from 'node:stream'
import type { QueryOf, ResponseOf } from '@invoice-desk/contract/endpoint'
import { TRANSACTIONS_PAGE_SIZE, TRANSACTIONS_UNPAGED_MAX } from '@invoice-desk/contract/limits'
import { centsToText, decimalFromCents } from '@invoice-desk/contract/money'
import type { listTransactions, TransactionFilter } from '@invoice-desk/contract/retailer'
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Charge, cardUsed, toTransaction } from './import/charge.ts'
import { listCharges, listPage, yieldToRequests } from './queries.ts'

/** After this many rows, other requests get a turn. */
const ROWS_PER_QUERY = 2_000

export const createTransactions = ({ database: { db } }: Dependencies) => {
  async function* inBatches(filter: TransactionFilter): AsyncGenerator<Charge[]> {
    let part = await listCharges(db, filter, { limit: ROWS_PER_QUERY })
    yield part
    for (let after = part.at(-1); after && part.length === ROWS_PER_QUERY; after = part.at(-1)) {
      await yieldToRequests()
      part = await listCharges(db, filter, { limit: ROWS_PER_QUERY, after })
      yield part
    }
  }

  const list = async ({
    page,
    pageSize,
    ...filter
  }: QueryOf<typeof listTransactions>): Promise<ResponseOf<typeof listTransactions>> => {
    const isPaged = page !== undefined || pageSize !== undefined
    const limit = isPaged ? (pageSize ?? TRANSACTIONS_PAGE_SIZE) : TRANSACTIONS_UNPAGED_MAX
    const offset = ((page ?? 1) - 1) * limit
    const { charges, total } = await listPage(db, filter, { limit, offset })
    const { count, amountCents } = total
    return {
      transactions: charges.map(toTransaction),
      total: { count, amount: decimalFromCents(amountCents) },
      hasMore: offset + charges.length < count,
    }
  }

  return {
    list: (query: QueryOf<typeof listTransactions>) =>
      list(query).catch((error: unknown) => {
        throw new AppError('transactions_failed', { cause: error })
      }),
    exportCsv: (filter: TransactionFilter): Readable => Readable.from(toCsv(inBatches(filter))),
  }
}

const HEADER = ['Date', 'Amount', 'Card Used', 'Order ID', 'Order URL']

/** Starts with a byte-order mark, so spreadsheets recognize UTF-8. */
async function* toCsv(parts: AsyncIterable<readonly Charge[]>): AsyncGenerator<string> {
  yield `\ufeff${lineOf(HEADER)}`
  for await (const charges of parts) yield charges.map(lineOfCharge).join('')
}

const lineOfCharge = (charge: Charge): string => {
  const { date, amountCents, orderId, orderUrl } = charge
  return lineOf([date, centsToText(amountCents), cardUsed(charge), orderId, orderUrl])
}

const lineOf = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** Spreadsheets run cells that start like this, unless they're numbers. */
const isFormula = (text: string): boolean =>
  /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text)

const cellOf = (text: string): string => {
  const escaped = isFormula(text) ? `'${text}` : text
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
