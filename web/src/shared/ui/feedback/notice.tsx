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
    className={`row ${classes.notice}`}
    data-tone={tone}
    role={tone === 'negative' || tone === 'warning' ? 'alert' : 'status'}
  >
    <div className={`grow ${classes.body}`}>
      <ToneIcon tone={tone} />
      {title ? <h2 className={classes.title}>{title}</h2> : null}
      {children}
    </div>
    {action ? <div className="wrap">{action}</div> : null}
  </div>
)

const RING = 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18'
const LETTER_I = `${RING}M12 8h.01M11.5 12h.5v4.5`

const ICONS: Readonly<Record<Tone, string>> = {
  neutral: LETTER_I,
  info: LETTER_I,
  positive: `${RING}m-4 9.2l2.8 2.8 5.2-5.6`,
  warning: 'M12 4L2.8 19.5h18.4zM12 10v4M12 17h.01',
  negative: `${RING}M12 7.5v5M12 16h.01`,
}

/** Drawn here, because the first page must load without the icon library. */
export const ToneIcon = ({ tone, size = 20 }: { tone: Tone; size?: number }) => (
  <svg
    className={`outline ${classes.icon}`}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    aria-hidden="true"
    focusable="false"
  >
    <path d={ICONS[tone]} />
  </svg>
)
