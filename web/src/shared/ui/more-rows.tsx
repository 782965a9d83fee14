// Below the rows of a long list: more of them load as someone scrolls here, or presses the button.
import { type RefObject, useEffect, useRef } from 'react'
import { messageOf } from '../api-error.ts'
import type { More } from '../use-endless.ts'
import { BusyButton } from './busy-button.tsx'
import classes from './more-rows.module.css'

/** About a screen ahead, so that most people never see the end. */
const AHEAD = '800px 0px'

const count = new Intl.NumberFormat('en-US')

type MoreRowsProps = {
  readonly more: More
  /** What it loads, such as `vendors`. */
  readonly unit: string
  /** Holds the table. */
  readonly rows: RefObject<HTMLElement | null>
}

export const MoreRows = ({ more, unit, rows }: MoreRowsProps) => {
  const { hasMore, isLoading, error, shown, total } = more
  const button = useRef<HTMLButtonElement>(null)
  const load = useLoad(more, button, rows)
  useNearEnd(more.byItself, button, load)
  if (!hasMore) return null
  const hasFailed = Boolean(error) && !isLoading
  const label = error ? 'Try again' : 'Show more'
  return (
    <div className={classes.more}>
      <p className={classes.range}>
        Showing {count.format(shown)} of {count.format(total)}
      </p>
      {hasFailed ? (
        <p className={classes.problem} role="alert">
          {messageOf(error)}
        </p>
      ) : null}
      <BusyButton
        ref={button}
        variant="default"
        aria-label={isLoading ? undefined : `${label}: ${unit}`}
        isBusy={isLoading}
        busyLabel="Loading more..."
        onClick={load}
      >
        {label}
      </BusyButton>
    </div>
  )
}

/** The new rows push the button away or end it, so its focus goes to the first of them. */
const useLoad = (
  { shown, load }: More,
  button: RefObject<HTMLButtonElement | null>,
  rows: RefObject<HTMLElement | null>,
) => {
  const focusAt = useRef<number>(undefined)
  useEffect(() => {
    const index = focusAt.current
    if (index === undefined || shown <= index) return
    focusAt.current = undefined
    const { activeElement, body } = document
    const row = rows.current?.querySelectorAll<HTMLElement>('tbody > tr')[index]
    if (!row || (activeElement !== button.current && activeElement !== body)) return
    row.tabIndex = -1
    row.focus()
  }, [shown, button, rows])
  return () => {
    focusAt.current = document.activeElement === button.current ? shown : undefined
    load()
  }
}

const useNearEnd = (
  isActive: boolean,
  button: RefObject<HTMLButtonElement | null>,
  load: () => void,
) => {
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    if (!isActive || !button.current || !('IntersectionObserver' in window)) return
    // It reports at once where the button is, so a new one is needed after each part that leaves it in sight.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [isActive, button])
}
