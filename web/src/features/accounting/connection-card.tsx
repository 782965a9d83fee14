// Status of the QuickBooks connection, with a button to connect or reconnect.

import type { CopyStatus as Status } from '@invoice-desk/contract/accounting/copy'
import { Box, Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { messageOf } from '../../shared/api/api-error.ts'
import { copyQuery } from '../../shared/api/quickbooks-copy.ts'
import { dateAndTime } from '../../shared/text/times.ts'
import { Card } from '../../shared/ui/card.tsx'
import { useAnnouncement } from '../../shared/ui/feedback/announcements.tsx'
import { DataAge, fillingText } from '../../shared/ui/feedback/data-age.tsx'
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

/** How current our copy of the QuickBooks data is: its first reading, its age, and why it is old. */
const CopyStatus = () => {
  const { data: status, isError, refetch } = useQuery(copyQuery)
  if (!status)
    return isError ? (
      <Group gap="xs">
        <Text c="dimmed" fz="sm" role="alert">
          We couldn't check how current the QuickBooks data is.
        </Text>
        <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </Group>
    ) : null
  if (status.state === 'none') return null
  return (
    <Stack gap="xs" w="100%">
      {status.isOld || status.problem ? <OldNotice status={status} /> : null}
      {status.state === 'filling' ? <Filling status={status} /> : <DataAge onRefreshed={noop} />}
    </Stack>
  )
}

const noop = () => {}

const Filling = ({ status }: { status: Status }) => {
  const { done = 0, total = 0 } = status.progress ?? {}
  return (
    <>
      <Progress
        aria-label="Reading your QuickBooks data"
        value={total > 0 ? Math.min(100, (done / total) * 100) : 0}
      />
      <Text c="var(--muted)" fz="sm">
        {fillingText(status)}
      </Text>
    </>
  )
}

const OldNotice = ({ status: { state, asOf, problem } }: { status: Status }) => (
  <Notice tone="warning">
    <p>
      {state === 'filling'
        ? READING_STOPPED
        : `We haven't been able to read QuickBooks${sinceText(asOf)}.`}{' '}
      {problem}
    </p>
    {state === 'ready' ? <p>Pages show what we read last. We keep trying.</p> : null}
  </Notice>
)

const READING_STOPPED = "We couldn't read all of your QuickBooks data yet. We keep trying."

const sinceText = (asOf: string | undefined) =>
  asOf ? ` since ${dateAndTime.format(new Date(asOf))}` : ''
