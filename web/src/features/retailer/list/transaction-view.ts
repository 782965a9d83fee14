// The list's filters, kept in the URL.
import { TRANSACTION_SORTS, type TransactionSort } from '@invoice-desk/contract/retailer'
import { daysOf, readDaysOf } from '../../../shared/filter-range.ts'
import { useAddressView } from '../../../shared/use-address-view.ts'

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

export const useTransactionView = () => useAddressView(readView)

/** What the server is asked for. */
export const filterOf = ({ search, date, sort }: TransactionView, today: string) => {
  const { from, to } = daysOf(date, today)
  return { sort, ...(search && { search }), ...(from && { from }), ...(to && { to }) }
}
