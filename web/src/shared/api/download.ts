// Downloads a file from the server. Fetched by script, since a plain link can't send the token.
import type { Endpoint } from '@invoice-desk/contract/http/endpoint'
import { type CallInput, errorFrom, offline, queryText, reportExpired } from './api.ts'
import { getToken } from './credentials.ts'

export const download = async <E extends Endpoint>(
  { path }: E,
  query: CallInput<E, 'query'>,
  /** The session's by default. */
  given?: string,
): Promise<Blob> => {
  const token = given ?? (await getToken())
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const response = await fetch(path + queryText(query), { headers }).catch(() => {
    throw offline()
  })
  if (response.ok) return response.blob()
  const error = errorFrom(response.status, await response.json().catch(() => undefined))
  reportExpired(error, token)
  throw error
}

export const saveFile = (content: Blob, name: string) => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // By the next tick the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url))
}
