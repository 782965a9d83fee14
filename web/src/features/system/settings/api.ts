// API calls for the settings of the business.
import {
  countErasable,
  getSettings,
  removeLogo,
  saveLogo,
  saveSettings,
} from '@invoice-desk/contract/system/business-settings'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { answerOf, type CallInput, call, reportExpired } from '../../../shared/api/api.ts'
import { getToken } from '../../../shared/api/credentials.ts'
import { upload } from '../../../shared/api/upload.ts'

export const settingsQuery = queryOptions({
  queryKey: ['system', 'settings'],
  queryFn: ({ signal }) => call(getSettings, { signal }),
})

/** How much would be erased with these settings. */
export const erasableQuery = (query: CallInput<typeof countErasable, 'query'>) =>
  queryOptions({
    queryKey: ['system', 'erasable', query],
    queryFn: ({ signal }) => call(countErasable, { query, signal }),
    staleTime: 0,
  })

export const saveSettingsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: CallInput<typeof saveSettings, 'body'>) => call(saveSettings, { body }),
    onSuccess: (saved) => client.setQueryData(settingsQuery.queryKey, saved),
    // Someone else may have changed them.
    onError: () => client.invalidateQueries(settingsQuery),
  })

/** Uploads a logo, or removes the uploaded one. */
export const logoMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (file: File | undefined) => (file ? uploadLogo(file) : call(removeLogo, {})),
    onSuccess: (saved) => client.setQueryData(settingsQuery.queryKey, saved),
  })

const uploadLogo = async (file: File) => {
  const token = (await getToken()) ?? ''
  const form = new FormData()
  form.set('file', file)
  const { signal } = new AbortController()
  const idempotencyKey = crypto.randomUUID()
  const options = { form, token, idempotencyKey, onProgress: () => {}, signal }
  const answer = await upload(saveLogo, options).catch((error: unknown) => {
    reportExpired(error, token)
    throw error
  })
  return answerOf(saveLogo, answer)
}
