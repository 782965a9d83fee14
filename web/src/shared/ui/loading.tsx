// Something is on its way. It shows only after a moment, so that quick answers do not flicker.
import classes from './loading.module.css'

export const Loading = ({ label = 'Loading...' }: { label?: string }) => (
  <div className={classes.loading} role="status">
    <span className={classes.spinner} aria-hidden="true" />
    <span>{label}</span>
  </div>
)
