// How long files and messages of invoices are kept.
import { KEPT_DAYS_MIN } from '@invoice-desk/contract/system/business-settings'
import { Stack, Text, TextInput } from '@mantine/core'
import { Card } from '../../../shared/ui/card.tsx'
import { Setting, type SettingsCardProps } from './setting.tsx'
import { KEPT_NAMES, SETTING_LABELS } from './setting-fields.ts'

const DESCRIPTIONS = {
  filesKeptDays: 'The PDFs and pictures that contractors send with their invoices.',
  messagesKeptDays: 'The messages and internal notes about invoices.',
} as const

export const RetentionCard = ({ form }: SettingsCardProps) => (
  <Card title="Erasing old data">
    <Stack gap="md">
      <Text fz="sm">
        The days count from when an invoice was paid, rejected or withdrawn. What is older is erased
        every night, for good. Leave a field empty to keep everything forever; {KEPT_DAYS_MIN} is
        the lowest number. The invoices, payments and the audit log always stay. Ask your accountant
        first: in the US, businesses usually keep invoices for seven years (2,557 days).
      </Text>
      {KEPT_NAMES.map((name) => (
        <Setting key={name} name={name} form={form}>
          <TextInput
            label={SETTING_LABELS[name]}
            description={DESCRIPTIONS[name]}
            placeholder="Forever"
            inputMode="numeric"
            maxLength={6}
            {...form.propsOf(name)}
          />
        </Setting>
      ))}
    </Stack>
  </Card>
)
