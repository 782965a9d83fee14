// Queries and mutations for the accounts that administrators manage.
import {
  acceptGoogleAccount,
  addAccount,
  changeAccount,
  listAccounts,
  type ManagedAccount,
  signOutAccount,
} from '@invoice-desk/contract/identity/accounts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/api.ts'
import type { AccountFields } from './account-fields.ts'

export const accountsQuery = queryOptions({
  queryKey: ['identity', 'accounts'],
  queryFn: ({ signal }) => call(listAccounts, { signal }),
})

type SavedAccount = {
  readonly fields: AccountFields
  /** The version that the person saw; undefined for a new account. */
  readonly account: Pick<ManagedAccount, 'disabled' | 'version'> | undefined
}

export const saveAccountMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ fields: { isCustom: _choice, ...fields }, account }: SavedAccount) =>
      account
        ? call(changeAccount, {
            body: { ...fields, disabled: account.disabled, version: account.version },
          })
        : call(addAccount, { body: fields }),
    // Also after an error, which can mean that the list is stale. All queries, because administrators can change their own account.
    onSettled: () => client.invalidateQueries({ queryKey: ['identity'] }),
  })

export const acceptGoogleMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (email: string) => call(acceptGoogleAccount, { body: { email } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['identity'] }),
  })

/** All queries, because administrators can sign themselves out. */
export const signOutMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (email: string) => call(signOutAccount, { body: { email } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['identity'] }),
  })
