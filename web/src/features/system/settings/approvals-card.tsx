// The emails that approvers get until they choose themselves.
import { Radio, Stack, Text } from '@mantine/core'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { NOTICE_CHOICES } from '../../../shared/text/notice-choices.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { Setting, type SettingsCardProps } from './setting.tsx'

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
