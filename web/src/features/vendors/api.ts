// The calls of vendor management.
import { findQboVendor, listQboBillAccounts } from '@invoice-desk/contract/accounting'
import {
  deleteVendorMapping,
  listVendorMappings,
  type VendorMapping,
  type VendorPage,
  type VendorSort,
} from '@invoice-desk/contract/vendors'
import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { call, perform } from '../../shared/api.ts'
import { PART_SIZE, type Part } from '../../shared/endless.ts'
import { inParts } from '../../shared/use-endless.ts'

const MAPPINGS = ['vendors', 'mappings']
const MARKS_WAIT_MS = 3_000
const MARKS_TRIES_MAX = 10
const ACCOUNTS_FRESH_MS = 5 * 60_000

/** What is sent of a version, if there is one. */
export const versionOf = (version: number) => (version > 0 ? { version } : {})

/** Which part of the list is in view. */
export type VendorView = {
  readonly search: string
  readonly sort: VendorSort
}

export type VendorPart = Part<VendorMapping> & { readonly marks: VendorPage['marks'] }

export const vendorsQuery = ({ search, sort }: VendorView) =>
  infiniteQueryOptions({
    ...inParts,
    queryKey: [...MAPPINGS, { search, sort }],
    queryFn: async ({ pageParam: page, signal }): Promise<VendorPart> => {
      const query = { sort, page, pageSize: PART_SIZE, ...(search ? { search } : {}) }
      const answer = await call(listVendorMappings, { query, signal })
      // A plain list is all there is.
      if (Array.isArray(answer)) return { rows: answer, marks: 'known' }
      return { rows: answer.vendors, total: answer.total, marks: answer.marks }
    },
    // What QuickBooks no longer has may be known a moment later.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.pages.some(({ marks }) => marks === 'pending') && dataUpdateCount < MARKS_TRIES_MAX
        ? MARKS_WAIT_MS
        : false,
  })

/** The mapping of one email, if there is one. */
export const mappingQuery = (email: string) =>
  queryOptions({
    queryKey: [...MAPPINGS, { email }],
    queryFn: async ({ signal }) => {
      const answer = await call(listVendorMappings, { query: { email }, signal })
      const mappings = Array.isArray(answer) ? answer : answer.vendors
      return mappings.find((each) => each.email.toLowerCase() === email.toLowerCase()) ?? null
    },
    enabled: email !== '',
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
    mutationFn: ({ id, version }: Pick<VendorMapping, 'id' | 'version'>): Promise<unknown> =>
      perform(deleteVendorMapping, { body: { id, ...versionOf(version) } }),
    // Even a refusal tells that the list is stale.
    onSettled: () => refreshVendors(client),
  })
