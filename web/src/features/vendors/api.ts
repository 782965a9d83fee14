// API calls for vendor management.
import {
  findQboVendor,
  listQboBillAccounts,
} from '@invoice-desk/contract/accounting/accounting-vendors'
import {
  exportVendorMappings,
  listVendorMappings,
  type VendorMapping,
  type VendorPage,
} from '@invoice-desk/contract/vendors/vendors'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/api.ts'
import { download } from '../../shared/api/download.ts'
import { PAGE_SIZE, type Part } from '../../shared/lists/infinite-list.ts'
import { pagedQueryOptions } from '../../shared/lists/use-infinite-list.ts'
import { givenIn } from '../../shared/lists/use-url-filters.ts'
import type { VendorView } from './list/vendor-view.ts'

export const VENDORS = ['vendors'] as const
const MAPPINGS = [...VENDORS, 'mappings']
const MARKS_POLL_MS = 3_000
const MARKS_POLLS_MAX = 10
const ACCOUNTS_FRESH_MS = 5 * 60_000

/** Version 0 means that the server doesn't count versions. */
export const versionOf = (version: number) => (version > 0 ? { version } : {})

export type VendorPart = Part<VendorMapping> & { readonly marks: VendorPage['marks'] }

export const vendorsQuery = (view: VendorView) =>
  infiniteQueryOptions({
    ...pagedQueryOptions,
    queryKey: [...MAPPINGS, view],
    queryFn: async ({ pageParam: page, signal }): Promise<VendorPart> => {
      const query = { ...givenIn(view), page, pageSize: PAGE_SIZE }
      const answer = await call(listVendorMappings, { query, signal })
      // A server that doesn't page sends the complete list.
      if (Array.isArray(answer)) return { rows: answer, marks: 'known' }
      return { rows: answer.vendors, total: answer.total, marks: answer.marks }
    },
    // Poll until the server knows what is missing in QuickBooks.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.pages.some(({ marks }) => marks === 'pending') && dataUpdateCount < MARKS_POLLS_MAX
        ? MARKS_POLL_MS
        : false,
  })

export const downloadVendors = (view: VendorView): Promise<Blob> =>
  download(exportVendorMappings, givenIn(view))

const listMappings = async (query: { email?: string }, signal?: AbortSignal) => {
  const answer = await call(listVendorMappings, { query, ...(signal && { signal }) })
  return Array.isArray(answer) ? answer : answer.vendors
}

export const findMapping = async (email: string, signal?: AbortSignal) => {
  const mappings = await listMappings({ email }, signal)
  return mappings.find((each) => each.email.toLowerCase() === email.trim().toLowerCase())
}

/** With an id, also finds a mapping whose email has changed. */
export const mappingQuery = (email: string, id?: string) =>
  queryOptions({
    queryKey: [...MAPPINGS, { email, id }],
    queryFn: async ({ signal }) => {
      const found = await findMapping(email, signal)
      if (id === undefined || found?.id === id) return found ?? null
      const all = await listMappings({}, signal)
      return all.find((each) => each.id === id) ?? found ?? null
    },
    enabled: email !== '',
  })

export const billAccountsQuery = queryOptions({
  queryKey: [...VENDORS, 'bill-accounts'],
  queryFn: ({ signal }) => call(listQboBillAccounts, { signal }),
  staleTime: ACCOUNTS_FRESH_MS,
  // The server has already retried.
  retry: false,
})

export const checkVendor = (name: string) => call(findQboVendor, { query: { name } })

export const refreshVendors = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: MAPPINGS })
