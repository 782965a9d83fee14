// The vendors in QuickBooks, to choose from.
import { listQboVendors } from '@invoice-desk/contract/accounting/accounting-vendors'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/api.ts'
import { APPROVAL } from '../api.ts'

export const vendorsQuery = queryOptions({
  queryKey: [...APPROVAL, 'vendors'],
  queryFn: ({ signal }) => call(listQboVendors, { signal }),
  staleTime: 60_000,
  retry: false,
})
