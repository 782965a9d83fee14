// An infinite list: the row count, the loaded rows, and the footer that loads more.
import { type ReactNode, useRef } from 'react'
import type { More } from '../use-endless.ts'
import classes from './endless-list.module.css'
import { MoreRows } from './more-rows.tsx'

const count = new Intl.NumberFormat('en-US')

type EndlessListProps = {
  readonly list: { readonly isStale: boolean; readonly more: More }
  /** Singular and plural: `['vendor', 'vendors']`. */
  readonly unit: readonly [string, string]
  /** Shown beside the count, e.g. a total. */
  readonly note?: ReactNode
  readonly children: ReactNode
}

export const EndlessList = ({ list, unit, note, children }: EndlessListProps) => {
  const { isStale, more } = list
  const [one, many] = unit
  const rows = useRef<HTMLDivElement>(null)
  return (
    <>
      <div className={classes.total}>
        <p role="status">
          {count.format(more.total)} {more.total === 1 ? one : many}
        </p>
        {note}
      </div>
      <div ref={rows} className={classes.rows} aria-busy={isStale} data-stale={isStale}>
        {children}
      </div>
      <MoreRows more={more} unit={many} rows={rows} />
    </>
  )
}
