// What keeps a Gmail account or a device from sending, in its row.
import type { ReactNode } from 'react'
import { type Tone, ToneIcon } from '../../shared/ui/feedback/notice.tsx'
import classes from './relay.module.css'

type WarningProps = { readonly tone?: Tone; readonly children: ReactNode }

export const Warning = ({ tone = 'warning', children }: WarningProps) => (
  <p className={classes.problem} data-tone={tone}>
    <ToneIcon tone="warning" size={18} />
    <span>{children}</span>
  </p>
)
