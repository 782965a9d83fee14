// A table skeleton. It appears after a short delay, like the spinner.
import { Skeleton } from '@mantine/core'
import { useAnnouncement } from './announcements.tsx'
import classes from './table-skeleton.module.css'

export const TableSkeleton = ({ rows = 6, label = 'Loading...' }) => {
  useAnnouncement(label)
  return (
    <div className={classes.frame} aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never reorder.
        <div key={row} className={classes.row}>
          <Skeleton height={14} width="70%" />
          <Skeleton height={14} width="55%" />
          <Skeleton height={14} width="40%" />
        </div>
      ))}
    </div>
  )
}
