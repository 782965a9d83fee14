// The list's filters, kept in the URL.
import { TRANSACTION_SORTS, type TransactionSort } from '@invoice-desk/contract/retailer/retailer'
import { daysOf, readDaysOf } from '../../../shared/lists/filter-range.ts'
import { givenIn } from '../../../shared/lists/use-url-filters.ts'

const SEARCH_LENGTH_MAX = 100

export type TransactionView = {
  readonly search: string
  /** A range of days (`filter-range.ts`). */
  readonly date: string
  readonly sort: TransactionSort
}

export const readView = (params: URLSearchParams): TransactionView => ({
  search: (params.get('search') ?? '').trim().slice(0, SEARCH_LENGTH_MAX),
  date: readDaysOf(params, 'date'),
  sort: TRANSACTION_SORTS.find((sort) => sort === params.get('sort')) ?? '-date',
})

/** What the server is asked for. */
export const filterOf = ({ date, ...view }: TransactionView, today: string) =>
  givenIn({ ...view, ...daysOf(date, today) })
