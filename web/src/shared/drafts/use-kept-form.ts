// Keeps what was typed into a form when the session ends or the page reloads. Leaving the form in another way drops it.
import type { UseFormReturnType } from '@mantine/form'
import { useLayoutEffect, useState } from 'react'
import { getCredentials } from '../api/credentials.ts'
import { keepDraft, readDraft } from './drafts.ts'
import { fromDraft, type Keeping, toDraft } from './kept-values.ts'

export type KeptForm = {
  /** `changed`: someone else has changed the record since it was typed. */
  readonly state: 'none' | 'kept' | 'changed'
  readonly discard: () => void
}

export const useKeptForm = <T extends Record<string, unknown>>(
  name: string,
  form: UseFormReturnType<T>,
  keeping: Keeping = {},
): KeptForm => {
  const [restored, setRestored] = useState<ReturnType<typeof fromDraft>>()
  // Not while rendering: another form with this name may be unmounting and will delete its draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form.
  useLayoutEffect(() => {
    const writer = getCredentials()?.subject
    const kept = fromDraft(readDraft(name), form.getInitialValues(), keeping)
    if (kept) form.setValues(kept.values as Partial<T>)
    setRestored(kept)
    // Without their session, the person didn't leave on purpose.
    return () => {
      if (getCredentials()?.subject === writer) keepDraft(name, '')
    }
  }, [name])
  const isDirty = form.isDirty()
  // Saved or undone, so what is typed next is about the record as it is now.
  if (restored && !isDirty) setRestored(undefined)
  // Until then, it keeps the version it was typed for, so a second reload says the same.
  const version = restored ? restored.version : keeping.version
  const draft = isDirty ? toDraft(form.values, { ...keeping, version }) : ''
  useLayoutEffect(() => keepDraft(name, draft), [name, draft])
  return {
    state: !restored || !isDirty ? 'none' : restored.isChanged ? 'changed' : 'kept',
    discard: () => {
      form.reset()
      setRestored(undefined)
    },
  }
}
