// The customer of the invoices, and what they still owe.
import { Box, Group, Paper, Text, Title } from '@mantine/core'

type CustomerBannerProps = {
  readonly name: string
  /** One sum per currency. */
  readonly outstanding: readonly string[]
  readonly invoiceCount: number
}

export const CustomerBanner = ({ name, outstanding, invoiceCount }: CustomerBannerProps) => (
  <Paper
    component="section"
    aria-label="Customer"
    withBorder
    radius="lg"
    px="lg"
    py="md"
    bg="var(--accent-ground)"
  >
    <Group justify="space-between">
      <Box flex="1 1 14rem" style={{ overflowWrap: 'anywhere' }}>
        <Title order={2} size="1.25rem">
          {name}
        </Title>
        <Text c="dimmed" size="sm" role="status">
          {invoiceCount === 1 ? '1 invoice' : `${invoiceCount} invoices`}
        </Text>
      </Box>
      <Box ta={{ sm: 'end' }}>
        <Text c="dimmed" size="sm">
          Total outstanding balance
        </Text>
        {outstanding.map((amount) => (
          <Text key={amount} fz="1.5rem" fw={650} lh={1.3}>
            {amount}
          </Text>
        ))}
      </Box>
    </Group>
  </Paper>
)
