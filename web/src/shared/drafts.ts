// Unsent text of the signed-in person, kept in this tab until they send it or sign out.
import { getCredentials } from './credentials.ts'
import { openShelf } from './shelf.ts'

const KEY = 'invoice-desk.drafts'

type Kept = { readonly owner: string; readonly texts: Readonly<Record<string, string>> }

const shelf = openShelf(() => window.sessionStorage)

const readTexts = (): Kept['texts'] => {
  try {
    const kept = JSON.parse(shelf.getItem(KEY) ?? 'null') as Kept | null
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
    shelf.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Storage is full, so the draft is lost on reload.
  }
}

export const clearDrafts = () => shelf.removeItem(KEY)
