// Keeps what was typed into a form when the session ends or the page reloads. Leaving the form in another way drops it.
// Secrets are left out, and what doesn't fit the form is ignored.
import type { UseFormReturnType } from '@mantine/form'
import { useLayoutEffect, useState } from 'react'
import { readDraft } from './drafts.ts'
import { useStoredDraft } from './use-draft.ts'

/** Enough for any of our forms. Longer input isn't kept. */
const LENGTH_MAX = 50_000

type Values = Readonly<Record<string, unknown>>
type Version = string | number | undefined

export type DraftOptions = {
  /** The version of the record that the form changes. */
  readonly version?: Version
  /** Fields that must never be in the browser's storage, such as a tax ID. */
  readonly secrets?: readonly string[]
}

export type FormDraft = {
  /** `changed`: someone else has changed the record since it was typed. */
  readonly state: 'none' | 'restored' | 'changed'
  readonly discard: () => void
}

export const useFormDraft = <T extends Record<string, unknown>>(
  name: string,
  form: UseFormReturnType<T>,
  options: DraftOptions = {},
): FormDraft => {
  const [restored, setRestored] = useState<ReturnType<typeof fromDraft>>()
  // Not while rendering: another form with this name may be unmounting and about to delete its draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form.
  useLayoutEffect(() => {
    const draft = fromDraft(readDraft(name), form.getInitialValues(), options)
    if (draft) form.setValues(draft.values as Partial<T>)
    setRestored(draft)
  }, [name])
  const isDirty = form.isDirty()
  // Saved or undone, so what is typed next is about the record as it is now.
  if (restored && !isDirty) setRestored(undefined)
  // Until then, the draft keeps the version it was typed for, so a second reload says the same.
  const version = restored ? restored.version : options.version
  useStoredDraft(name, isDirty ? toDraft(form.values, { ...options, version }) : '')
  return {
    state: !restored || !isDirty ? 'none' : restored.isChanged ? 'changed' : 'restored',
    discard: () => {
      form.reset()
      setRestored(undefined)
    },
  }
}

const withoutSecrets = (values: Values, secrets: readonly string[] = []): Values =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !secrets.includes(field)))

export const toDraft = (values: Values, { version, secrets }: DraftOptions): string => {
  const text = JSON.stringify({ version, values: withoutSecrets(values, secrets) })
  return text.length > LENGTH_MAX ? '' : text
}

/** `initial` are the values of the form before anyone types. */
export const fromDraft = (text: string, initial: Values, { version, secrets }: DraftOptions) => {
  try {
    const draft = JSON.parse(text) as { readonly version?: Version; readonly values?: unknown }
    if (!fits(draft.values, withoutSecrets(initial, secrets))) return undefined
    return {
      values: draft.values as Values,
      version: draft.version,
      isChanged: draft.version !== version,
    }
  } catch {
    return undefined
  }
}

/** Whether a value has the fields and types of the model. An empty array in the model means an array of texts. */
const fits = (value: unknown, model: unknown): boolean => {
  if (Array.isArray(model)) {
    const [each = ''] = model
    return Array.isArray(value) && value.every((item) => fits(item, each))
  }
  if (typeof model !== 'object') return typeof value === typeof model
  if (typeof value !== 'object' || value === null) return false
  const has = Object.entries(value)
  const fields = model as Values
  return (
    has.length === Object.keys(fields).length &&
    has.every(([field, part]) => Object.hasOwn(fields, field) && fits(part, fields[field]))
  )
}
