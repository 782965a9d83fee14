// What the business decides once: emails to approvers, who sees purchases, and when old data is erased.

import { KEPT_DAYS_MIN } from '@invoice-desk/contract/system/business-settings'
import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { NOTICE_CHOICES } from '../../../shared/text/notice-choices.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { RETAILER_LISTS, Setting, type SettingsCardProps } from './setting.tsx'
import { KEPT_NAMES, SETTING_LABELS } from './setting-fields.ts'

export const ApprovalsCard = ({ form }: SettingsCardProps) => (
  <Card title="Approvals">
    <Stack gap="md">
      <Setting name="approvalNotices" form={form}>
        <Radio.Group
          label="Email approvers about invoices that need approval"
          {...form.propsOf('approvalNotices')}
        >
          <Stack gap="sm" mt="xs">
            {NOTICE_CHOICES.map(({ value, label, description }) => (
              <Radio
                key={value}
                value={value}
                label={label}
                description={
                  value === 'none' ? 'Messages and escalations still come by email.' : description
                }
              />
            ))}
          </Stack>
        </Radio.Group>
      </Setting>
      <Text fz="sm">
        Approvers can choose something else in their preferences. Who must approve an invoice is set
        in the <AppLink to={paths.approvalRules()}>approval rules</AppLink>.
      </Text>
    </Stack>
  </Card>
)

/** Who can see the list of purchases. */
export const PurchasesCard = ({ form }: SettingsCardProps) => (
  <Card title="Purchases">
    <Setting name="retailerList" form={form}>
      <Radio.Group label="Who can see the list of purchases" {...form.propsOf('retailerList')}>
        <Stack gap="sm" mt="xs">
          {Object.entries(RETAILER_LISTS).map(([value, texts]) => (
            <Radio key={value} value={value} {...texts} />
          ))}
        </Stack>
      </Radio.Group>
    </Setting>
  </Card>
)

const DESCRIPTIONS = {
  filesKeptDays: 'The PDFs and pictures that contractors send with their invoices.',
  messagesKeptDays: 'The messages and internal notes about invoices.',
} as const

/** How long files and messages of invoices are kept. */
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
