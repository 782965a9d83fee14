// A colored label for a state.
import type { ReactNode } from 'react'
import type { Tone } from './feedback/notice.tsx'
import classes from './pill.module.css'

export const Pill = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={classes.pill} data-tone={tone}>
    {children}
  </span>
)
