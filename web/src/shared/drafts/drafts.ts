// Unsent text of the signed-in person, kept in this tab until they send it or sign out.
import { getCredentials } from '../api/credentials.ts'
import { readDrafts, storeDrafts } from './draft-storage.ts'

type Drafts = { readonly owner: string; readonly texts: Readonly<Record<string, string>> }

const readTexts = (): Drafts['texts'] => {
  try {
    const drafts = JSON.parse(readDrafts() ?? 'null') as Drafts | null
    return drafts && drafts.owner === getCredentials()?.subject ? drafts.texts : {}
  } catch {
    return {}
  }
}

export const readDraft = (name: string): string => readTexts()[name] ?? ''

/** The rest of the name of a draft that starts with this, such as the id of a record. */
export const findDraft = (start: string): string | undefined =>
  Object.keys(readTexts())
    .find((name) => name.startsWith(start))
    ?.slice(start.length)

export const keepDraft = (name: string, text: string) => {
  const owner = getCredentials()?.subject
  // Once the session has ended, nothing is typed or finished, and the drafts wait for the same person.
  if (!owner) return
  const { [name]: before, ...others } = readTexts()
  // An empty form mustn't replace what waits for another person.
  if (!text && !before) return
  const texts = text === '' ? others : { ...others, [name]: text }
  storeDrafts(JSON.stringify({ owner, texts } satisfies Drafts))
}
