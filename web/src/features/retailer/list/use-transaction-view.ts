// The list's filters, kept in the URL.
import { isCalendarDate } from '@invoice-desk/contract/dates'
import { TRANSACTION_SORTS } from '@invoice-desk/contract/retailer'
import { useAddressView } from '../../../shared/use-address-view.ts'
import type { TransactionView } from '../api.ts'

const SEARCH_LENGTH_MAX = 100

export const readView = (params: URLSearchParams): TransactionView => {
  const dayOf = (name: string) => {
    const text = params.get(name) ?? ''
    return isCalendarDate(text) ? text : ''
  }
  return {
    search: (params.get('search') ?? '').trim().slice(0, SEARCH_LENGTH_MAX),
    from: dayOf('from'),
    to: dayOf('to'),
    sort: TRANSACTION_SORTS.find((sort) => sort === params.get('sort')) ?? '-date',
  }
}

export const useTransactionView = () => useAddressView(readView)
