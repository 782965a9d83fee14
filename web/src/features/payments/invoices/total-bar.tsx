// A bar at the bottom of the screen with the total and a button to the payment, for lists longer than the screen.
import { formatUsd } from '@invoice-desk/contract/money'
import { Button, Group, Paper, Text } from '@mantine/core'

export const PAYMENT_TITLE_ID = 'payment-information'

type TotalBarProps = {
  readonly totalCents: number
  /** A short list shows the bar only on phones. */
  readonly isLong: boolean
}

export const TotalBar = ({ totalCents, isLong }: TotalBarProps) => (
  <Paper
    data-foot-bar
    {...(isLong ? {} : { hiddenFrom: 'sm' })}
    pos="sticky"
    bottom={0}
    mt="sm"
    mx={{ base: 'calc(-1 * var(--gutter))', sm: 0 }}
    px="var(--gutter)"
    pt="xs"
    pb="calc(0.625rem + env(safe-area-inset-bottom))"
    radius={0}
    bg="var(--surface)"
    style={{ zIndex: 100, borderTop: '1px solid var(--line)' }}
  >
    <Group justify="space-between">
      <Text fz="1.1875rem" fw={650}>
        <Text span c="dimmed" size="sm">
          Total
        </Text>{' '}
        {formatUsd(totalCents)}
      </Text>
      <Button onClick={goToPayment}>Continue</Button>
    </Group>
  </Paper>
)

const goToPayment = () => {
  const title = document.getElementById(PAYMENT_TITLE_ID)
  title?.focus({ preventScroll: true })
  title?.scrollIntoView({ block: 'start' })
}
