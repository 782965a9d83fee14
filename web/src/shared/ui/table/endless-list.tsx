// An infinite list: the row count, the loaded rows, and the footer that loads more.

import { Box, Group } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import type { More } from '../../lists/use-infinite-list.ts'
import { formatCount } from '../../text/count-text.ts'
import { MoreRows } from './more-rows.tsx'

export type EndlessListProps = {
  readonly list: { readonly isStale: boolean; readonly more: More }
  /** Singular and plural: `['vendor', 'vendors']`. */
  readonly unit: readonly [string, string]
  /** Shown beside the count, e.g. a total. */
  readonly note?: ReactNode
  readonly children: ReactNode
}

export const EndlessList = ({ list, unit, note, children }: EndlessListProps) => {
  const { isStale, more } = list
  const [one, many] = unit
  const rows = useRef<HTMLDivElement>(null)
  return (
    <>
      <Group justify="space-between" gap="0.25rem 1.25rem" mb="xs" c="var(--muted)" fz="sm">
        <p role="status">
          {more.total === undefined ? `${formatCount(more.shown)}+` : formatCount(more.total)}{' '}
          {more.total === 1 ? one : many}
        </p>
        {note}
      </Group>
      <Box ref={rows} aria-busy={isStale} opacity={isStale ? 0.6 : 1}>
        {children}
      </Box>
      <MoreRows more={more} unit={many} rows={rows} />
    </>
  )
}
