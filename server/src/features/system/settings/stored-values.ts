// Reads the stored settings one by one, so that a value this version doesn't understand can't affect the others, or open
// what an administrator closed.

import { PAYMENT_METHOD_IDS } from '@invoice-desk/contract/payments/payment-methods'
import {
  type BusinessSettings,
  businessSettings,
  FOREVER,
  type SettingName,
} from '@invoice-desk/contract/system/business-settings'
import type { Config } from '../../../settings/config.ts'

export type OwnSettings = Partial<BusinessSettings>

const SCHEMAS = businessSettings.shape
export const SETTING_NAMES = Object.keys(SCHEMAS) as SettingName[]

/** The settings, and the names of those that were ignored. */
export const readStored = (
  stored: Readonly<Record<string, unknown>>,
  { payments }: Pick<Config, 'payments'>,
): { readonly own: OwnSettings; readonly ignored: readonly string[] } => {
  const read = Object.entries(stored).map(([name, value]) => ({
    name,
    result: Object.hasOwn(SCHEMAS, name)
      ? SCHEMAS[name as SettingName].safeParse(
          name === 'paymentMethods' ? usableMethods(value, payments) : value,
        )
      : undefined,
  }))
  const known = read.filter(({ result }) => result?.success)
  const own: OwnSettings = Object.fromEntries(known.map(({ name, result }) => [name, result?.data]))
  return {
    own: { ...safestOf(stored), ...own },
    ignored: read.filter(({ result }) => !result?.success).map(({ name }) => name),
  }
}

/** Instead of what this version can't read. */
const safestOf = (stored: Readonly<Record<string, unknown>>): OwnSettings => ({
  ...('retailerList' in stored && { retailerList: 'staff' }),
  ...('filesKeptDays' in stored && { filesKeptDays: FOREVER }),
  ...('messagesKeptDays' in stored && { messagesKeptDays: FOREVER }),
})

/** Each once and in the same order. The keys of a method may be gone since. */
const usableMethods = (value: unknown, payments: Config['payments']): unknown =>
  Array.isArray(value)
    ? PAYMENT_METHOD_IDS.filter((method) => payments[method] && value.includes(method))
    : value

/** What a later version stored stays as it is. */
export const unknownIn = (stored: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(stored).filter(([name]) => !Object.hasOwn(SCHEMAS, name)))
