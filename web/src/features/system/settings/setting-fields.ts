// The values of the settings form, their validation, and which of them differ from the defaults.
import {
  type BusinessSettings,
  businessSettings,
  FOREVER,
  type KeptDays,
  type SettingName,
  type SettingsView,
} from '@invoice-desk/contract/system/business-settings'
import { NAME_LENGTH_MAX } from '@invoice-desk/contract/values/limits'

/** Numbers of days; empty for forever. */
export const KEPT_NAMES = ['filesKeptDays', 'messagesKeptDays'] as const
type KeptName = (typeof KEPT_NAMES)[number]
type TextName = 'businessAddress' | KeptName

/** The address is one text with a line break after each line. */
export type SettingFields = Omit<BusinessSettings, TextName> & Record<TextName, string>

/** In the order of the form. */
export const SETTING_LABELS: Readonly<Record<SettingName, string>> = {
  businessName: 'Name',
  businessAddress: 'Address',
  contactEmail: 'Contact email',
  businessTimeZone: 'Time zone',
  businessColor: 'Color',
  approvalNotices: 'Approval emails',
  paymentMethods: 'Payment methods',
  retailerList: 'Who can see purchases',
  filesKeptDays: 'Days to keep files',
  messagesKeptDays: 'Days to keep messages',
}
export const SETTING_NAMES = Object.keys(SETTING_LABELS) as SettingName[]

/** What is wrong, in the order of the form. */
export type Problems = Readonly<Partial<Record<SettingName, string | undefined>>>

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export const fieldsOf = (settings: BusinessSettings): SettingFields => ({
  ...settings,
  businessAddress: settings.businessAddress.join('\n'),
  filesKeptDays: daysText(settings.filesKeptDays),
  messagesKeptDays: daysText(settings.messagesKeptDays),
})

const daysText = (days: KeptDays): string => (days === FOREVER ? '' : String(days))

/** NaN, which isn't valid, if it isn't a number. */
const keptDaysOf = (text: string): KeptDays =>
  text.trim() === '' ? FOREVER : Number(text.replace(/[\s,]/g, ''))

/** What applies now. */
export const currentFields = ({ own, defaults }: SettingsView): SettingFields =>
  fieldsOf({ ...defaults, ...own } as BusinessSettings)

export const settingsFrom = (fields: SettingFields): BusinessSettings => ({
  ...fields,
  businessName: fields.businessName.trim(),
  contactEmail: fields.contactEmail.trim().toLowerCase(),
  businessColor: fields.businessColor.trim().toLowerCase(),
  businessAddress: fields.businessAddress
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean),
  filesKeptDays: keptDaysOf(fields.filesKeptDays),
  messagesKeptDays: keptDaysOf(fields.messagesKeptDays),
})

export const isOwn = (
  name: SettingName,
  fields: SettingFields,
  defaults: BusinessSettings,
): boolean => {
  const [value, byDefault] = [fields, fieldsOf(defaults)].map((each) => settingsFrom(each)[name])
  return !isSame(value, byDefault)
}

/** The days of what is kept for a shorter time than now, so that more is erased. */
export const shortened = (
  current: SettingFields,
  fields: SettingFields,
): Partial<Record<KeptName, number>> => {
  const [before, after] = [settingsFrom(current), settingsFrom(fields)]
  return Object.fromEntries(
    KEPT_NAMES.flatMap((name) => {
      const [from, to] = [before[name], after[name]]
      return to !== FOREVER && (from === FOREVER || to < from) ? [[name, to]] : []
    }),
  )
}

/** What is saved, with the person's changes. What they set to its default follows the environment again. */
export const settingsToSave = (
  { own, defaults }: Pick<SettingsView, 'own' | 'defaults'>,
  fields: SettingFields,
  changed: readonly SettingName[],
): Partial<BusinessSettings> => {
  const settings = settingsFrom(fields)
  const isSent = (name: SettingName) =>
    changed.includes(name) ? isOwn(name, fields, defaults) : own[name] !== undefined
  return Object.fromEntries(SETTING_NAMES.filter(isSent).map((name) => [name, settings[name]]))
}

/** The first error of each field. */
export const problemsOf = (fields: SettingFields): Problems => {
  const issues = businessSettings.safeParse(settingsFrom(fields)).error?.issues ?? []
  const problems = SETTING_NAMES.flatMap((name) => {
    const issue = issues.find(({ path }) => path[0] === name)
    return issue ? [[name, textOf(name, issue)]] : []
  })
  return Object.fromEntries(problems)
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

const textOf = (name: SettingName, { path, message }: Issue): string => {
  const [, index] = path
  if (name === 'businessName') return 'Enter a name.'
  return typeof index === 'number'
    ? `Line ${index + 1} can have at most ${NAME_LENGTH_MAX} characters.`
    : message
}

/** The form's field for the one that the server refused: `settings.businessAddress.2` is `businessAddress`. */
export const fieldAt = (path: string | undefined): SettingName | undefined =>
  SETTING_NAMES.find((name) => path?.split('.').includes(name))
