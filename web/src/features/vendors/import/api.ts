// API calls to map vendors that are already in QuickBooks.
import { importVendors, listImportableVendors } from '@invoice-desk/contract/vendors/vendor-import'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call } from '../../../shared/api/api.ts'
import { VENDORS } from '../api.ts'

/** Read again at each opening. */
export const importableQuery = queryOptions({
  // Not below the others: after an error, people still choose from the same list.
  queryKey: ['importable-vendors'],
  queryFn: ({ signal }) => call(listImportableVendors, { signal }),
  // The server has already retried.
  retry: false,
  gcTime: 0,
  // The list doesn't change while people choose.
  refetchOnWindowFocus: false,
})

export type ImportOutcome = Awaited<ReturnType<typeof call<typeof importVendors>>>

export type ImportRequest = CallInput<typeof importVendors, 'body'>

/** The mappings, the invitations and the totals change. */
export const importMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: ImportRequest) => call(importVendors, { body }),
    // Without an answer, it may have worked.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: VENDORS })
    },
  })
