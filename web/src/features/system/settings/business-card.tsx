// The business's name, address, contact and time zone.
import { isTimeZone } from '@invoice-desk/contract/values/business-day'
import { EMAIL_LENGTH_MAX, NAME_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import { Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Card } from '../../../shared/ui/card.tsx'
import { Setting, type SettingsCardProps } from './setting.tsx'
import { zoneOptions } from './time-zones.ts'

export const BusinessCard = ({ form }: SettingsCardProps) => (
  <Card title="Business">
    <Stack gap="md">
      <Setting name="businessName" form={form}>
        <TextInput
          label="Name"
          description="On pages, emails and receipts."
          required
          maxLength={NAME_LENGTH_MAX}
          {...form.propsOf('businessName')}
        />
      </Setting>
      <Setting name="businessAddress" form={form}>
        <Textarea
          label="Address"
          description="For receipts, statements and emails. Up to four lines."
          rows={4}
          {...form.propsOf('businessAddress')}
        />
      </Setting>
      <Setting name="contactEmail" form={form}>
        <TextInput
          label="Contact email"
          description="Where visitors can send questions."
          type="email"
          required
          maxLength={EMAIL_LENGTH_MAX}
          {...form.propsOf('contactEmail')}
        />
      </Setting>
      <Setting name="businessTimeZone" form={form}>
        <TimeZoneField form={form} />
      </Setting>
    </Stack>
  </Card>
)

const TimeZoneField = ({ form }: SettingsCardProps) => {
  const { businessTimeZone: zone } = form.values
  const [hasOpened, setOpened] = useState(false)
  const saved = form.current.businessTimeZone
  const byDefault = form.view.defaults.businessTimeZone
  // A browser doesn't list every zone that it knows, such as UTC.
  const zones = useMemo(
    () =>
      zoneOptions([
        ...[zone, saved, byDefault].filter(isTimeZone),
        ...(hasOpened ? Intl.supportedValuesOf('timeZone') : []),
      ]),
    [zone, saved, byDefault, hasOpened],
  )
  return (
    <Select
      label="Time zone"
      description={
        <>
          {isTimeZone(zone) ? `It’s ${timeIn(zone)} there now. ` : null}
          Dates everywhere follow this zone. Payments that were already received keep their date,
          and their receipts keep their number.
        </>
      }
      required
      searchable
      openOnFocus={false}
      allowDeselect={false}
      nothingFoundMessage="No time zone has this name."
      comboboxProps={{ withinPortal: false, shadow: 'md' }}
      data={zones}
      onDropdownOpen={() => setOpened(true)}
      {...form.propsOf('businessTimeZone')}
    />
  )
}

/** `Nov 18, 2026, 2:05 PM`. */
const timeIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  }).format(new Date())
