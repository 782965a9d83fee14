// A spinner. It appears after a short delay, so fast responses don't flicker.
import { useAnnouncement } from './announcements.tsx'
import classes from './loading.module.css'

export const Loading = ({ label = 'Loading...' }: { label?: string }) => {
  useAnnouncement(label)
  return (
    <div className={`line ${classes.loading} appearing`} aria-busy="true">
      <span className={classes.spinner} aria-hidden="true" />
      <span>{label}</span>
    </div>
  )
}
