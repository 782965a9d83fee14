// Downloads files that need the caller's token, which a plain link can't send.
import { errorFrom, offline, reportExpired } from './api.ts'
import { getCredentials } from './credentials.ts'

export const fetchFile = async (path: string, query: Record<string, string>): Promise<Blob> => {
  const token = getCredentials()?.token
  const response = await fetch(
    `${path}?${new URLSearchParams(query)}`,
    token ? { headers: { authorization: `Bearer ${token}` } } : {},
  ).catch(() => {
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
