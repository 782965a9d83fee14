// The two panels of a task while it loads, in the size that they will have.
import { Skeleton } from '@mantine/core'
import { useAnnouncement } from '../../../shared/ui/feedback/announcements.tsx'
import classes from './task-view.module.css'

export const TaskSkeleton = () => {
  useAnnouncement('Loading...')
  return (
    <div className={classes.frame} aria-busy="true">
      <div className={`stack gap-view ${classes.bench}`}>
        <div className={`panel column gap-4 ${classes.waiting}`}>
          <Skeleton height={14} width="30%" />
          <Skeleton height={32} radius={0} />
          <Skeleton height={28} width="65%" />
          <Skeleton height={36} />
          <Skeleton height={14} width="45%" />
          <Skeleton height={38} />
        </div>
        <div className={`panel column gap-4 ${classes.waiting}`}>
          <Skeleton height={14} width="20%" />
        </div>
      </div>
    </div>
  )
}
