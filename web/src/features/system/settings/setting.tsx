// One setting: its field, and a line about the value of someone else or the server's default, with a button to use it.

import { PAYMENT_METHODS } from '@invoice-desk/contract/payments/payment-methods'
import {
  type BusinessSettings,
  FOREVER,
  type KeptDays,
  type SettingName,
} from '@invoice-desk/contract/system/business-settings'
import { type ReactNode, useId } from 'react'
import { NOTICE_CHOICES } from '../../../shared/text/notice-choices.ts'
import { focusSetting } from './focus-setting.ts'
import { fieldsOf, isOwn, settingsFrom } from './setting-fields.ts'
import { zoneLabel } from './time-zones.ts'
import type { SettingsForm } from './use-settings-form.ts'

export type SettingsCardProps = { readonly form: SettingsForm }

type SettingProps = SettingsCardProps & {
  readonly name: SettingName
  readonly children: ReactNode
}

export const Setting = ({ form, name, children }: SettingProps) => {
  const textId = useId()
  const other = otherValue(form, name)
  return (
    <div data-setting={name}>
      {children}
      {other ? (
        <p className="quiet mt-1">
          <span id={textId}>
            {other.text} {textOf(name, other.settings).replace(/\.?$/, '.')}
          </span>{' '}
          <button
            type="button"
            className="link-button"
            aria-describedby={textId}
            onClick={() => {
              // The button goes away.
              focusSetting(name)
              form.set(name, fieldsOf(other.settings)[name])
            }}
          >
            Use it
          </button>
        </p>
      ) : null}
    </div>
  )
}

const otherValue = (
  { view, current, changed, changedByBoth, errors }: SettingsForm,
  name: SettingName,
) => {
  const { defaults } = view
  if (errors[name]) return undefined
  if (changedByBoth.includes(name))
    return { text: 'Someone else changed this to', settings: settingsFrom(current) }
  return !changed.includes(name) && isOwn(name, current, defaults)
    ? { text: 'The server’s default is', settings: defaults }
    : undefined
}

export const RETAILER_LISTS = {
  public: { label: 'Everyone', description: 'Anyone who opens the page sees the purchases.' },
  staff: { label: 'Staff only', description: 'Only people who are signed in see them.' },
} as const

const keptText = (days: KeptDays): string => (days === FOREVER ? days : `${days} days`)

/** A value in words. */
const textOf = (name: SettingName, settings: BusinessSettings): string => {
  const texts: Readonly<Partial<Record<SettingName, string | undefined>>> = {
    businessAddress: settings.businessAddress.join(', ') || 'no address',
    businessTimeZone: zoneLabel(settings.businessTimeZone),
    approvalNotices: NOTICE_CHOICES.find(({ value }) => value === settings.approvalNotices)?.label,
    paymentMethods:
      settings.paymentMethods.map((m) => PAYMENT_METHODS[m].label).join(', ') || 'no method',
    retailerList: RETAILER_LISTS[settings.retailerList].label,
    filesKeptDays: keptText(settings.filesKeptDays),
    messagesKeptDays: keptText(settings.messagesKeptDays),
  }
  return texts[name] ?? String(settings[name])
}
