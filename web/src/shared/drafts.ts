// Unsent text of the signed-in person, kept in this tab until they send it or sign out.

import { openStorage } from './browser-storage.ts'
import { getCredentials } from './credentials.ts'

const KEY = 'invoice-desk.drafts'

type Kept = { readonly owner: string; readonly texts: Readonly<Record<string, string>> }

const storage = openStorage(() => window.sessionStorage)

const readTexts = (): Kept['texts'] => {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? 'null') as Kept | null
    return kept && kept.owner === getCredentials()?.subject ? kept.texts : {}
  } catch {
    return {}
  }
}

export const readDraft = (name: string): string => readTexts()[name] ?? ''

export const keepDraft = (name: string, text: string) => {
  const { [name]: _before, ...others } = readTexts()
  const texts = text === '' ? others : { ...others, [name]: text }
  const kept: Kept = { owner: getCredentials()?.subject ?? '', texts }
  try {
    storage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Storage is full, so the draft is lost on reload.
  }
}

export const clearDrafts = () => storage.removeItem(KEY)
