// Queries about the signed-in account.
import { getAccount, getProtected } from '@invoice-desk/contract/identity/identity'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../shared/api/api.ts'

const keys = {
  account: ['identity', 'account'],
  protected: ['identity', 'protected'],
} as const

export const accountQuery = queryOptions({
  queryKey: keys.account,
  queryFn: ({ signal }) => call(getAccount, { signal }),
})

export const protectedQuery = queryOptions({
  queryKey: keys.protected,
  // The page shows any response as is.
  queryFn: ({ signal }) => call({ ...getProtected, response: z.unknown() }, { signal }),
  staleTime: 0,
})
