// Drafts of texts. A form's own draft is in use-form-draft.ts.
import { useLayoutEffect, useState } from 'react'
import { getCredentials } from '../api/credentials.ts'
import { keepDraft, readDraft } from './drafts.ts'

/** A typed text that waits until it's sent, even if its writer leaves the page. */
export const useTextDraft = (name: string) => {
  const [text, setText] = useState(() => readDraft(name))
  return {
    text,
    write: (next: string) => {
      setText(next)
      keepDraft(name, next)
    },
    /** Once it's sent or canceled. */
    forget: () => keepDraft(name, ''),
  }
}

/** Keeps the text while its form is open. Without their session, people don't leave a form on purpose. */
export const useStoredDraft = (name: string, text: string) => {
  useLayoutEffect(() => keepDraft(name, text), [name, text])
  useLayoutEffect(() => {
    const writer = getCredentials()?.subject
    return () => {
      if (getCredentials()?.subject === writer) keepDraft(name, '')
    }
  }, [name])
}
