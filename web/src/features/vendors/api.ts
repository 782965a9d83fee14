// The calls of vendor management.
import { findQboVendor, listQboBillAccounts } from '@invoice-desk/contract/accounting'
import { VENDORS_PAGE_SIZE } from '@invoice-desk/contract/limits'
import {
  deleteVendorMapping,
  listVendorMappings,
  type VendorMapping,
  type VendorSort,
} from '@invoice-desk/contract/vendors'
import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { call } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'

const MAPPINGS = ['vendors', 'mappings']
const MARKS_WAIT_MS = 3_000
const MARKS_TRIES_MAX = 10
const ACCOUNTS_FRESH_MS = 5 * 60_000

/** Which part of the list is in view. */
export type VendorView = {
  readonly search: string
  readonly sort: VendorSort
  readonly page: number
}

export const vendorPageQuery = ({ search, sort, page }: VendorView) =>
  queryOptions({
    queryKey: [...MAPPINGS, { search, sort, page }],
    queryFn: async ({ signal }) => {
      const query = { sort, page, pageSize: VENDORS_PAGE_SIZE, ...(search ? { search } : {}) }
      const answer = await call(listVendorMappings, { query, signal })
      if (!Array.isArray(answer)) return answer
      throw new ApiError('Invalid response from server', { code: 'invalid_response' })
    },
    placeholderData: keepPreviousData,
    // What QuickBooks no longer has may be known a moment later.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.marks === 'pending' && dataUpdateCount < MARKS_TRIES_MAX ? MARKS_WAIT_MS : false,
  })

export const billAccountsQuery = queryOptions({
  queryKey: ['vendors', 'bill-accounts'],
  queryFn: ({ signal }) => call(listQboBillAccounts, { signal }),
  staleTime: ACCOUNTS_FRESH_MS,
  // The server has asked QuickBooks several times before it says no.
  retry: false,
})

export const checkVendor = (name: string) => call(findQboVendor, { query: { name } })

export const refreshVendors = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: MAPPINGS })

export const deleteVendorMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, version }: Pick<VendorMapping, 'id' | 'version'>) =>
      call(deleteVendorMapping, { body: { id, version } }),
    // Even a refusal tells that the list is stale.
    onSettled: () => refreshVendors(client),
  })
