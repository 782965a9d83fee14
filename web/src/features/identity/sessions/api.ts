// Query and mutation for the browsers in which a person is signed in.
import { endSessions, listSessions } from '@invoice-desk/contract/identity/sessions'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/api.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['identity', 'sessions'],
  queryFn: ({ signal }) => call(listSessions, { signal }),
  staleTime: 0,
})

/** After `all`, the session of this browser is over too. */
export const endSessionsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(endSessions, { body: { id } }),
    onSettled: (_done, _error, id) =>
      id === 'all' ? undefined : client.invalidateQueries(sessionsQuery),
  })
