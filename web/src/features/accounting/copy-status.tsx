// How current our copy of the QuickBooks data is: its first reading, its age, and why it is old.
import type { CopyStatus as Status } from '@invoice-desk/contract/accounting/copy'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { copyQuery } from '../../shared/api/quickbooks-copy.ts'
import { dateAndTime } from '../../shared/text/times.ts'
import { DataAge, fillingText } from '../../shared/ui/feedback/data-age.tsx'
import { Notice } from '../../shared/ui/feedback/notice.tsx'

export const CopyStatus = () => {
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
