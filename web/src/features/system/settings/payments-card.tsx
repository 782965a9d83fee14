// Which payment methods customers can use.
import {
  PAYMENT_METHOD_IDS,
  PAYMENT_METHODS,
} from '@invoice-desk/contract/payments/payment-methods'
import { Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx'
import { Setting, type SettingsCardProps } from './setting.tsx'

export const PaymentsCard = ({ form }: SettingsCardProps) => {
  const { payableMethods } = form.view
  const [isAsking, setAsking] = useState(false)
  const missing = PAYMENT_METHOD_IDS.filter((method) => !payableMethods.includes(method))
  const choose = (chosen: string[]) => {
    if (chosen.length === 0) return setAsking(true)
    form.set(
      'paymentMethods',
      PAYMENT_METHOD_IDS.filter((method) => chosen.includes(method)),
    )
  }
  return (
    <Card title="Payments">
      <Stack gap="md">
        {payableMethods.length > 0 ? (
          <Setting name="paymentMethods" form={form}>
            <Checkbox.Group
              label="Customers can pay with"
              {...form.propsOf('paymentMethods')}
              onChange={choose}
            >
              <Stack gap="sm" mt="xs">
                {payableMethods.map((method) => (
                  <Checkbox key={method} value={method} label={PAYMENT_METHODS[method].label} />
                ))}
              </Stack>
            </Checkbox.Group>
          </Setting>
        ) : null}
        <Text fz="sm">
          When a method is off, customers can’t start new payments with it. Payments that have begun
          still finish.
        </Text>
        {missing.map((method) => (
          <Text key={method} fz="sm">
            {PAYMENT_METHODS[method].label} isn’t set up. To offer it, set its keys in the server’s
            environment and restart. Then test it on the{' '}
            <AppLink to={paths.health()}>health page</AppLink>.
          </Text>
        ))}
      </Stack>
      {isAsking ? (
        <ConfirmDialog
          title="Turn off online payment?"
          confirmLabel="Yes, Turn Off"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            form.set('paymentMethods', [])
          }}
        >
          <p>
            Once you save, customers can look up their invoices but can’t pay them online. The
            payment page asks them to contact you instead.
          </p>
        </ConfirmDialog>
      ) : null}
    </Card>
  )
}
