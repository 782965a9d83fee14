// The state of the settings form: what applies now, with the person's own unsaved changes on top. A reload or the end of the session keeps them.
import type { SettingName, SettingsView } from '@invoice-desk/contract/system/business-settings'
import { useState } from 'react'
import { readDraft } from '../../../shared/drafts/drafts.ts'
import { useStoredDraft } from '../../../shared/drafts/use-draft.ts'
import { focusSetting } from './focus-setting.ts'
import {
  currentFields,
  isSame,
  type Problems,
  problemsOf,
  SETTING_NAMES,
  type SettingFields,
} from './setting-fields.ts'

const DRAFT = 'settings'

export type SettingsForm = ReturnType<typeof useSettingsForm>

export const useSettingsForm = (view: SettingsView) => {
  const current = currentFields(view)
  const [typed, setTyped] = useState(() => parseDraft(readDraft(DRAFT), current))
  const [isRestored, setRestored] = useState(namesIn(typed).length > 0)
  const [errors, setErrors] = useState<Problems>({})
  const draft = unsavedIn(typed, current)
  const changed = namesIn(draft)
  const values = valuesOf(draft, current)
  useStoredDraft(DRAFT, changed.length > 0 ? JSON.stringify(draft) : '')
  const setError = (name: SettingName, error: string | undefined) =>
    setErrors((others) => ({ ...others, [name]: error }))
  const set = <N extends SettingName>(name: N, to: SettingFields[N]) => {
    setTyped(withChange(draft, current, { name, to }))
    setRestored(false)
    setError(name, undefined)
  }
  return {
    ...{ view, current, values, changed, errors, isRestored, set },
    changedByBoth: changedByBoth(draft, current),
    propsOf: <N extends SettingName>(name: N) => ({
      value: values[name],
      error: errors[name],
      onChange: (input: unknown) => set(name, valueIn(input) as SettingFields[N]),
      onBlur: () => setError(name, problemsOf(values)[name]),
    }),
    /** Shows what is wrong at the fields, and goes to the first of them. */
    showProblems: (problems: Problems) => {
      setErrors(problems)
      focusSetting(Object.keys(problems)[0])
    },
    /** What was typed is saved or discarded. */
    clear: () => {
      setTyped({})
      setRestored(false)
      setErrors({})
    },
  }
}

/** Fields call with the event or with the value. */
const valueIn = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'currentTarget' in input
    ? (input.currentTarget as HTMLInputElement).value
    : input

/** `from` is what the person saw when they changed the field to `to`. */
type Change = { readonly from: unknown; readonly to: unknown }
export type Draft = Readonly<Partial<Record<SettingName, Change>>>

export const namesIn = (draft: Draft): readonly SettingName[] =>
  SETTING_NAMES.filter((name) => draft[name])

const keepIf = (draft: Draft, isKept: (change: Change, name: SettingName) => boolean): Draft =>
  Object.fromEntries(
    SETTING_NAMES.flatMap((name) => {
      const change = draft[name]
      return change && isKept(change, name) ? [[name, change]] : []
    }),
  )

/** Without the fields that have this value anyway, because the person or someone else set it. */
export const unsavedIn = (draft: Draft, current: SettingFields): Draft =>
  keepIf(draft, ({ to }, name) => !isSame(to, current[name]))

export const withChange = (
  draft: Draft,
  current: SettingFields,
  { name, to }: { readonly name: SettingName; readonly to: unknown },
): Draft => {
  const { from } = draft[name] ?? { from: current[name] }
  return unsavedIn({ ...draft, [name]: { from, to } }, current)
}

export const valuesOf = (draft: Draft, current: SettingFields): SettingFields => ({
  ...current,
  ...Object.fromEntries(namesIn(draft).map((name) => [name, draft[name]?.to])),
})

/** Someone else has changed these fields, too. */
export const changedByBoth = (draft: Draft, current: SettingFields): readonly SettingName[] =>
  namesIn(draft).filter((name) => !isSame(draft[name]?.from, current[name]))

/** From the browser's storage. What doesn't fit the form is ignored. */
export const parseDraft = (text: string, current: SettingFields): Draft => {
  try {
    const draft = JSON.parse(text) as Draft
    return keepIf(draft, ({ from, to }, name) =>
      [from, to].every(
        (value) =>
          typeof value === typeof current[name] &&
          Array.isArray(value) === Array.isArray(current[name]),
      ),
    )
  } catch {
    return {}
  }
}
