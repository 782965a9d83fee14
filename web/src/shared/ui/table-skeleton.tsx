// A table skeleton. It appears after a short delay, like the spinner.
import { Box, Group, Skeleton } from '@mantine/core'
import { useAnnouncement } from './announcements.tsx'

const WIDTHS = ['30%', '22%', '10%']

export const TableSkeleton = ({ rows = 6, label = 'Loading...' }) => {
  useAnnouncement(label)
  return (
    <Box className="panel appearing" aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never reorder.
        <Group key={row} justify="space-between" p="1.125rem 1rem">
          {WIDTHS.map((width) => (
            <Skeleton key={width} height={14} width={width} />
          ))}
        </Group>
      ))}
    </Box>
  )
}
