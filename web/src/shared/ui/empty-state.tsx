// Shown in place of an empty list.
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

export const EmptyState = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={classes.empty}>
    <p className={classes.title}>{title}</p>
    {children}
  </div>
)
