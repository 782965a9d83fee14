// The total of what is filtered, and how it splits up by status.
import type { StatusTotal } from '@invoice-desk/contract/approval-invoices'
import { BILL_STATUSES } from '@invoice-desk/contract/bill-status'
import { formatDollars } from '@invoice-desk/contract/money'
import { StatusMark } from '../../../shared/ui/status-chip.tsx'
import classes from './invoice-totals.module.css'

type InvoiceTotalsProps = {
  readonly totalAmount: number
  /** Regardless of the filter by status. */
  readonly byStatus: readonly StatusTotal[]
}

const count = new Intl.NumberFormat('en-US')

export const InvoiceTotals = ({ totalAmount, byStatus }: InvoiceTotalsProps) => {
  const present = byStatus.filter((each) => each.count > 0)
  return (
    <section className={classes.totals} aria-label="Totals">
      <p className={classes.figure}>{formatDollars(totalAmount)}</p>
      <div className={classes.split}>
        <div className={classes.bar} aria-hidden="true">
          {present.map(({ status, amount }) => (
            <span
              key={status}
              style={{ flexGrow: amount, background: `var(--${status.replaceAll('_', '-')}-dot)` }}
            />
          ))}
        </div>
        <ul className={classes.key}>
          {present.map(({ status, amount, count: invoices }) => (
            <li key={status}>
              <StatusMark status={status} />
              {BILL_STATUSES[status].label} <strong>{formatDollars(amount)}</strong>{' '}
              <span aria-hidden="true">{count.format(invoices)}</span>
              <span className="visually-hidden">
                {count.format(invoices)} {invoices === 1 ? 'invoice' : 'invoices'}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
