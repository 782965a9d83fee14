// Queries and mutations for the identity endpoints.
import {
  addAccount,
  changeAccount,
  getAccount,
  getProtected,
  listAccounts,
  type ManagedAccount,
} from '@invoice-desk/contract/identity'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../shared/api.ts'
import type { AccountFields } from './accounts/account-fields.ts'

const keys = {
  identity: ['identity'],
  account: ['identity', 'account'],
  accounts: ['identity', 'accounts'],
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

export const accountsQuery = queryOptions({
  queryKey: keys.accounts,
  queryFn: ({ signal }) => call(listAccounts, { signal }),
})

type SavedAccount = {
  readonly fields: AccountFields
  /** The latest version; undefined for a new account. */
  readonly account: Pick<ManagedAccount, 'disabled' | 'version'> | undefined
}

export const saveAccountMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ fields, account }: SavedAccount) =>
      account
        ? call(changeAccount, {
            body: { ...fields, disabled: account.disabled, version: account.version },
          })
        : call(addAccount, { body: fields }),
    // Also after an error, which can mean that the list is stale. All queries, because administrators can change their own account.
    onSettled: () => client.invalidateQueries({ queryKey: keys.identity }),
  })
