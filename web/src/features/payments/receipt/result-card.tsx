// The end of a payment on a page of its own: a mark, a few words, and the way on.
import type { ReactNode } from 'react'
import { Card } from '../../../shared/ui/card.tsx'
import classes from './result-card.module.css'

const MARKS = {
  positive: 'M14 24.5l7 7L34.5 17',
  negative: 'M17 17l14 14M31 17L17 31',
  waiting: 'M24 14v11l7 4',
} as const

type ResultCardProps = {
  readonly tone: keyof typeof MARKS
  readonly children: ReactNode
  readonly action?: ReactNode
}

export const ResultCard = ({ tone, children, action }: ResultCardProps) => (
  <Card>
    <div className={classes.result} data-tone={tone}>
      <svg className={classes.mark} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
        <circle cx="24" cy="24" r="22" />
        <path d={MARKS[tone]} />
      </svg>
      <div className={classes.text} role={tone === 'negative' ? 'alert' : 'status'}>
        {children}
      </div>
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  </Card>
)
