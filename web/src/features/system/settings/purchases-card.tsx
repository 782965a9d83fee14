// Who can see the list of purchases.
import { Radio, Stack } from '@mantine/core'
import { Card } from '../../../shared/ui/card.tsx'
import { RETAILER_LISTS, Setting, type SettingsCardProps } from './setting.tsx'

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
