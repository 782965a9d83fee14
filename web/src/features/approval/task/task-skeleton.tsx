// The two panels of a task while it loads, in the size that they will have.
import { Skeleton, Stack } from '@mantine/core'
import { useAnnouncement } from '../../../shared/ui/announcements.tsx'
import classes from './task-view.module.css'

export const TaskSkeleton = () => {
  useAnnouncement('Loading...')
  return (
    <div className={classes.frame} aria-busy="true">
      <div className={classes.bench}>
        <Stack className="panel card" gap="md">
          <Skeleton height={20} width="40%" />
          <Skeleton height={32} width="70%" />
          <Skeleton height={48} />
          <Skeleton height={120} />
        </Stack>
        <div className="panel" />
      </div>
    </div>
  )
}
