// A table skeleton, as high as the rows that follow. It appears after a short delay, like the spinner.
import { useAnnouncement } from '../feedback/announcements.tsx'
import classes from './table-skeleton.module.css'

export const TableSkeleton = ({ rows = 6, label = 'Loading...' }) => {
  useAnnouncement(label)
  return (
    <div className="panel appearing" aria-busy="true">
      <div
        className={`pulsing ${classes.rows}`}
        style={{ height: `calc(${rows} * var(--height))` }}
      />
    </div>
  )
}
