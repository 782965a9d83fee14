// Lists transactions by page and exports them as CSV.
import type { Readable } from 'node:stream'
import type { QueryOf, ResponseOf } from '@invoice-desk/contract/http/endpoint'
import type { listTransactions, TransactionFilter } from '@invoice-desk/contract/retailer/retailer'
import {
  TRANSACTIONS_PAGE_SIZE,
  TRANSACTIONS_UNPAGED_MAX,
} from '@invoice-desk/contract/values/limits'
import { centsToText, decimalFromCents } from '@invoice-desk/contract/values/money'
import { readInBatches } from '../../db/read-in-batches.ts'
import type { Dependencies } from '../../dependencies.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Columns, csvOfColumns } from '../../lib/csv.ts'
import { type Charge, cardUsed, toTransaction } from './import/charge.ts'
import { type ListedCharge, listCharges, listPage } from './queries.ts'

/** After this many rows, other requests get a turn. */
const ROWS_PER_QUERY = 2_000

export const createTransactions = ({ database: { db } }: Dependencies) => {
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
    exportCsv: (filter: TransactionFilter): Readable => {
      const charges = readInBatches<ListedCharge>(
        (batch) => listCharges(db, filter, batch),
        ROWS_PER_QUERY,
      )
      return csvOfColumns(COLUMNS, charges)
    },
  }
}

const COLUMNS: Columns<Charge> = [
  ['Date', ({ date }) => date],
  ['Amount', ({ amountCents }) => centsToText(amountCents)],
  ['Card Used', cardUsed],
  ['Order ID', ({ orderId }) => orderId],
  ['Order URL', ({ orderUrl }) => orderUrl],
]
