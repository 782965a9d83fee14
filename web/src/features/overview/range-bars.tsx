// Counts and amounts by range, as a table with bars. Each row links to its list.

import type { Figure } from '@invoice-desk/contract/overview/overview'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { AppLink } from '../../shared/navigation/app-link.tsx'
import classes from './overview.module.css'

type RangeBarsProps = {
  readonly ranges: readonly (Figure & { readonly label: string })[]
  readonly linkOf: (index: number) => string
  /** Late ranges get the color of an exception. */
  readonly isLate: (index: number) => boolean
}

export const RangeBars = ({ ranges, linkOf, isLate }: RangeBarsProps) => {
  const most = Math.max(1, ...ranges.map(({ amount }) => amount))
  return (
    <ul className={classes.bars}>
      {ranges.map(({ label, count, amount }, index) => (
        <li key={label}>
          <span>{label}</span>
          <span className={classes.track} aria-hidden="true">
            <span
              className={classes.bar}
              data-late={isLate(index)}
              style={{ width: `${(amount / most) * 100}%` }}
            />
          </span>
          <AppLink to={linkOf(index)} className={classes.number}>
            <span className={classes.muted}>
              {count} {count === 1 ? 'invoice' : 'invoices'}
            </span>{' '}
            <strong>{formatDollars(amount)}</strong>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
