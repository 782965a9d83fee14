// Text pages such as the privacy policy.
import type { ReactNode } from 'react'
import classes from './prose.module.css'

export const Prose = ({ children }: { children: ReactNode }) => (
  <div className={`stack anywhere ${classes.prose}`}>{children}</div>
)
