// API calls for an approver's preferences.
import { getPreferences, savePreferences } from '@invoice-desk/contract/approval/preferences'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call } from '../../../shared/api/api.ts'
import { APPROVAL } from '../api.ts'

/** The caller's own, or those of `email`. */
export const preferencesQuery = (email: string | undefined) =>
  queryOptions({
    queryKey: [...APPROVAL, 'preferences', email ?? ''],
    queryFn: ({ signal }) =>
      call(getPreferences, { query: email === undefined ? {} : { email }, signal }),
  })

/** Who can approve an invoice may change with it. */
export const savePreferencesMutation = (client: QueryClient, email: string | undefined) =>
  mutationOptions({
    mutationFn: (body: CallInput<typeof savePreferences, 'body'>) =>
      call(savePreferences, { body }),
    onSuccess: (saved) => {
      client.setQueryData(preferencesQuery(email).queryKey, saved)
      return client.invalidateQueries({ queryKey: APPROVAL })
    },
    onError: () => client.invalidateQueries(preferencesQuery(email)),
  })
