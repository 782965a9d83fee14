// How current the QuickBooks data is that pages show.
import { getCopyStatus, refreshCopy } from '@invoice-desk/contract/accounting/copy'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from './api.ts'

const FILLING_POLL_MS = 2_000
const POLL_MS = 60_000

export const copyQuery = queryOptions({
  queryKey: ['quickbooks-copy'],
  queryFn: ({ signal }) => call(getCopyStatus, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.state === 'filling' ? FILLING_POLL_MS : POLL_MS),
})

/** Reads the latest changes from QuickBooks, then whatever the page shows of them. */
export const useRefreshCopy = (onRefreshed: () => unknown) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(refreshCopy),
    onSuccess: (status) => {
      client.setQueryData(copyQuery.queryKey, status)
      onRefreshed()
    },
    onError: () => client.invalidateQueries(copyQuery),
  })
}
