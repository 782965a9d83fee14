// Describes a change of the settings for the audit log.
import { isDeepStrictEqual } from 'node:util'
import { PAYMENT_METHODS } from '@invoice-desk/contract/payments/payment-methods'
import {
  type BusinessSettings,
  FOREVER,
  type KeptDays,
  type SettingName,
} from '@invoice-desk/contract/system/business-settings'
import { type OwnSettings, SETTING_NAMES } from './stored-values.ts'

const NAMES: Readonly<Record<SettingName, string>> = {
  businessName: 'business name',
  businessColor: 'color',
  businessAddress: 'address',
  contactEmail: 'contact email',
  businessTimeZone: 'time zone',
  approvalNotices: 'emails to approvers',
  paymentMethods: 'payment methods',
  retailerList: 'access to purchases',
  filesKeptDays: 'time that files are kept',
  messagesKeptDays: 'time that messages are kept',
}

const NOTICE_TEXTS = { each: 'one per invoice', daily: 'one per day', none: 'none' } as const
const ACCESS_TEXTS = { public: 'everyone', staff: 'staff' } as const

/** Empty if nothing changed. */
export const describeChange = (
  before: OwnSettings,
  after: OwnSettings,
  defaults: BusinessSettings,
): string =>
  SETTING_NAMES.filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .map((name) => {
      const [from, to] = [before, after].map((own) => inWords({ ...defaults, ...own }, name))
      const change =
        from === to
          ? `kept the ${NAMES[name]}: ${to}`
          : `changed the ${NAMES[name]} from ${from} to ${to}`
      return after[name] === undefined ? `${change} (default)` : change
    })
    .join('; ')

const inWords = (settings: BusinessSettings, name: SettingName): string => {
  const { businessAddress, approvalNotices, paymentMethods, retailerList } = settings
  switch (name) {
    case 'businessAddress':
      return businessAddress.length > 0 ? `"${businessAddress.join(', ')}"` : 'none'
    case 'approvalNotices':
      return NOTICE_TEXTS[approvalNotices]
    case 'paymentMethods':
      return paymentMethods.map((method) => PAYMENT_METHODS[method].label).join(' and ') || 'none'
    case 'retailerList':
      return ACCESS_TEXTS[retailerList]
    case 'filesKeptDays':
    case 'messagesKeptDays':
      return keptText(settings[name])
    case 'businessName':
      return `"${settings.businessName}"`
    default:
      return settings[name]
  }
}

const keptText = (days: KeptDays): string => (days === FOREVER ? days : `${days} days`)
