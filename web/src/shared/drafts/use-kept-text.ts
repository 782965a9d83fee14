// A typed text that is kept in this tab until it's sent, even if its writer leaves the page.
import { useState } from 'react'
import { keepDraft, readDraft } from './drafts.ts'

export const useKeptText = (name: string) => {
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
