// The state of the settings form: what applies now, with the person's own unsaved changes on top. A reload or the end of the session keeps them.
import type { SettingName, SettingsView } from '@invoice-desk/contract/system/business-settings'
import { useState } from 'react'
import { readDraft } from '../../../shared/drafts/drafts.ts'
import { useStoredDraft } from '../../../shared/drafts/use-draft.ts'
import { focusSetting } from './focus-setting.ts'
import {
  changedByBoth,
  namesIn,
  parseDraft,
  unsavedIn,
  valuesOf,
  withChange,
} from './setting-draft.ts'
import { currentFields, type Problems, problemsOf, type SettingFields } from './setting-fields.ts'

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
