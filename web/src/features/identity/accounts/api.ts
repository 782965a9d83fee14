// Queries and changes of the accounts that administrators manage.
import {
  acceptGoogleAccount,
  addAccount,
  changeAccount,
  listAccounts,
  type ManagedAccount,
  signOutAccount,
} from '@invoice-desk/contract/identity/accounts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/api.ts'
import { useChange } from '../../../shared/api/use-change.ts'
import type { AccountFields } from './account-fields.ts'

/** All queries about identity, because administrators can change their own account, or sign themselves out. */
const IDENTITY = ['identity']

export const accountsQuery = queryOptions({
  queryKey: [...IDENTITY, 'accounts'],
  queryFn: ({ signal }) => call(listAccounts, { signal }),
})

type SavedAccount = {
  readonly fields: AccountFields
  /** The version that the person saw; undefined for a new account. */
  readonly account: Pick<ManagedAccount, 'disabled' | 'version'> | undefined
}

export const useSaveAccount = () =>
  useChange(IDENTITY, ({ fields: { isCustom: _choice, ...fields }, account }: SavedAccount) =>
    account
      ? call(changeAccount, {
          body: { ...fields, disabled: account.disabled, version: account.version },
        })
      : call(addAccount, { body: fields }),
  )

export const useAcceptGoogle = () =>
  useChange(IDENTITY, (email: string) => call(acceptGoogleAccount, { body: { email } }))

export const useSignOutAccount = () =>
  useChange(IDENTITY, (email: string) => call(signOutAccount, { body: { email } }))
