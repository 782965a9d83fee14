// One quiet line: how current the QuickBooks data on the page is, with a button to read the latest.

import type { CopyStatus } from '@invoice-desk/contract/accounting/copy'
import { Group, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { copyQuery, useRefreshCopy } from '../../api/quickbooks-copy.ts'
import { formatCount } from '../../text/count-text.ts'
import { agoText, dateAndTime } from '../../text/times.ts'
import { BusyButton } from '../form/busy-button.tsx'
import { useAnnouncement } from './announcements.tsx'

type DataAgeProps = {
  /** The time of what is shown. Without it, that of our copy. */
  readonly asOf?: string | undefined
  /** Loads what the page shows again. */
  readonly onRefreshed: () => unknown
}

export const DataAge = ({ asOf, onRefreshed }: DataAgeProps) => {
  const { data: copy } = useQuery({ ...copyQuery, enabled: asOf === undefined })
  const status: Partial<CopyStatus> | undefined = asOf ? { asOf } : copy
  const refresh = useRefreshCopy(onRefreshed)
  useAnnouncement(refresh.isSuccess ? 'The QuickBooks data is up to date.' : undefined)
  if (!status || status.state === 'none') return null
  if (status.state === 'filling') return <Quiet>{fillingText(status)}</Quiet>
  return (
    <div>
      <Group gap="0.25rem 0.75rem">
        <Quiet>
          {status.asOf ? (
            <>
              QuickBooks data as of <Ago time={status.asOf} />
            </>
          ) : (
            'The QuickBooks data hasn’t been read yet.'
          )}
        </Quiet>
        <BusyButton
          variant="default"
          size="compact-sm"
          isBusy={refresh.isPending}
          announced="Reading the latest QuickBooks data..."
          onClick={() => refresh.mutate()}
        >
          Refresh now
        </BusyButton>
      </Group>
      {refresh.error ? (
        <Text role="alert" fz="sm" c="var(--mantine-color-error)">
          {messageOf(refresh.error)}
        </Text>
      ) : null}
    </div>
  )
}

const Quiet = Text.withProps({ c: 'dimmed', fz: 'sm' })

const TICK_MS = 15_000

/** `2 minutes ago`, kept current, with the exact time in a tooltip. */
const Ago = ({ time }: { time: string }) => {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), TICK_MS, { autoInvoke: true })
  return (
    <time dateTime={time} title={dateAndTime.format(new Date(time))}>
      {agoText(time, Math.max(now, Date.now()))}
    </time>
  )
}

/** `Reading your QuickBooks data: 12,400 of 300,000 records`. */
export const fillingText = ({ progress }: Partial<CopyStatus>): string =>
  progress && progress.total > 0
    ? `Reading your QuickBooks data: ${formatCount(progress.done)} of ${formatCount(progress.total)} records`
    : 'Reading your QuickBooks data...'
