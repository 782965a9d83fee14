// A form's values as the text of a draft. Secrets are left out, and what doesn't fit the form is ignored.

/** Enough for any of our forms. Longer input isn't kept. */
const LENGTH_MAX = 50_000

type Values = Readonly<Record<string, unknown>>
type Version = string | number | undefined

export type Keeping = {
  /** Of the record that the form changes. */
  readonly version?: Version
  /** Fields that must never be in the browser's storage, such as a tax ID. */
  readonly secrets?: readonly string[]
}

const withoutSecrets = (values: Values, secrets: readonly string[] = []): Values =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !secrets.includes(field)))

export const toDraft = (values: Values, { version, secrets }: Keeping): string => {
  const text = JSON.stringify({ version, values: withoutSecrets(values, secrets) })
  return text.length > LENGTH_MAX ? '' : text
}

/** `initial` are the values of the form before anyone types. */
export const fromDraft = (text: string, initial: Values, { version, secrets }: Keeping) => {
  try {
    const kept = JSON.parse(text) as { readonly version?: Version; readonly values?: unknown }
    if (!fits(kept.values, withoutSecrets(initial, secrets))) return undefined
    return {
      values: kept.values as Values,
      version: kept.version,
      isChanged: kept.version !== version,
    }
  } catch {
    return undefined
  }
}

/** Whether a value has the fields and types of the model. An empty array in the model means an array of strings. */
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
