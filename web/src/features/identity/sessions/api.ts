// Query and mutations for the browsers in which a person is signed in.
import { endSession, listSessions, signOutEverywhere } from '@invoice-desk/contract/sessions'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['identity', 'sessions'],
  queryFn: ({ signal }) => call(listSessions, { signal }),
  staleTime: 0,
})

export const endSessionMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(endSession, { body: { id } }),
    onSettled: () => client.invalidateQueries(sessionsQuery),
  })

export const signOutEverywhereMutation = mutationOptions({
  mutationFn: () => call(signOutEverywhere),
})
