// A message in the page: what happened, and what to do next.
import type { ReactNode } from 'react'
import classes from './notice.module.css'

export type Tone = 'neutral' | 'info' | 'positive' | 'warning' | 'negative'

type NoticeProps = {
  readonly tone?: Tone
  readonly title?: string
  readonly children: ReactNode
  readonly action?: ReactNode
}

export const Notice = ({ tone = 'info', title, children, action }: NoticeProps) => (
  <div
    className={classes.notice}
    data-tone={tone}
    role={tone === 'negative' || tone === 'warning' ? 'alert' : 'status'}
  >
    <div className={classes.body}>
      {title ? <h2 className={classes.title}>{title}</h2> : null}
      {children}
    </div>
    {action ? <div className={classes.action}>{action}</div> : null}
  </div>
)
