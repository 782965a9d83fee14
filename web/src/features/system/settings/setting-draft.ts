// What a person changed on the settings form and hasn't saved: only their own fields, on top of what applies now.
import type { SettingName } from '@invoice-desk/contract/system/business-settings'
import { isSame, SETTING_NAMES, type SettingFields } from './setting-fields.ts'

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
