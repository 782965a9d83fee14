// Status of the QuickBooks connection, with a button to connect or reconnect.
import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { messageOf } from '../../shared/api/api-error.ts'
import { Card } from '../../shared/ui/card.tsx'
import { useAnnouncement } from '../../shared/ui/feedback/announcements.tsx'
import { Notice } from '../../shared/ui/feedback/notice.tsx'
import { Problem } from '../../shared/ui/feedback/problem.tsx'
import { BusyButton } from '../../shared/ui/form/busy-button.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { connectionQuery, redirectToQuickBooks } from './api.ts'
import {
  checkFailure,
  connectionBadge,
  connectLabel,
  describeConnection,
  endsSoon,
} from './connection-text.ts'
import { CopyStatus } from './copy-status.tsx'

export const ConnectionCard = () => {
  const query = useQuery(connectionQuery)
  const leave = useMutation({ mutationFn: redirectToQuickBooks })
  useAnnouncement(query.isPending ? 'Checking the connection...' : undefined)
  const status = query.data?.status ?? (query.isError ? 'error' : 'loading')
  const badge = connectionBadge(status)
  const isEnding = endsSoon(query.data)
  return (
    <Card>
      <Stack gap="lg" align="flex-start">
        <div>
          <Group gap="sm" mb="xs">
            <Title order={2} fz="lg">
              QuickBooks Online
            </Title>
            <Pill tone={isEnding ? 'warning' : badge.tone}>{badge.label}</Pill>
          </Group>
          <Text c="var(--muted)" aria-live="polite" style={{ overflowWrap: 'anywhere' }}>
            {query.data ? describeConnection(query.data) : 'Bills, vendors and customer invoices.'}
          </Text>
        </div>
        <CopyStatus />
        {query.isError ? (
          <Box w="100%">
            <Problem
              error={query.error}
              title={checkFailure(query.error)}
              onRetry={() => void query.refetch()}
            />
          </Box>
        ) : null}
        {leave.error ? (
          <Notice tone="negative">
            Failed to initialize QuickBooks connection: {messageOf(leave.error)}
          </Notice>
        ) : null}
        <BusyButton
          // Stays busy until the browser has left for QuickBooks.
          isBusy={leave.isPending || leave.isSuccess}
          announced="Opening QuickBooks..."
          // While all is well, there's nothing to do.
          variant={status === 'connected' && !isEnding ? 'default' : 'filled'}
          disabled={query.isPending}
          onClick={() => leave.mutate()}
        >
          {connectLabel(status)}
        </BusyButton>
      </Stack>
    </Card>
  )
}
