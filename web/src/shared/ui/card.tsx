// A bordered panel.
import type { ReactNode } from 'react'
import classes from './card.module.css'

export const Card = ({ children }: { children: ReactNode }) => (
  <div className={classes.card}>{children}</div>
)
