// The way through a long list: which part of it is in view, and the other pages.
import { Pagination } from '@mantine/core'
import classes from './pager.module.css'

type PagerProps = {
  readonly page: number
  readonly pageSize: number
  readonly total: number
  /** What is counted, such as `vendors`. */
  readonly unit: string
  readonly onPage: (page: number) => void
}

const count = new Intl.NumberFormat('en-US')

export const Pager = ({ page, pageSize, total, unit, onPage }: PagerProps) => {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const first = Math.min((page - 1) * pageSize + 1, total)
  const last = Math.min(page * pageSize, total)
  return (
    <nav className={classes.pager} aria-label={`Pages of ${unit}`}>
      <p className={classes.range} role="status">
        {pages === 1
          ? `${count.format(total)} ${unit}`
          : `${count.format(first)}–${count.format(last)} of ${count.format(total)} ${unit}`}
      </p>
      {pages === 1 ? null : (
        <Pagination
          value={page}
          total={pages}
          onChange={onPage}
          size="sm"
          siblings={1}
          getControlProps={(control) => ({
            'aria-label': control === 'next' ? 'Next page' : 'Previous page',
          })}
          getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
        />
      )}
    </nav>
  )
}
