// What is about to be paid: each invoice, and the sum that is charged.
import { formatUsd } from '@invoice-desk/contract/money'
import type { PaymentLine } from '@invoice-desk/contract/payments'
import { dollars } from '../invoices/invoices.ts'
import classes from './payment-summary.module.css'

type PaymentSummaryProps = { readonly lines: readonly PaymentLine[]; readonly totalCents: number }

/** The table above has them all. */
const LINES_MAX = 8

export const PaymentSummary = ({ lines, totalCents }: PaymentSummaryProps) => (
  <section className={classes.summary} aria-label="Summary">
    <ul className={classes.lines}>
      {lines.slice(0, LINES_MAX).map(({ id, number, amount }) => (
        <li key={id} className={classes.line}>
          <span className={classes.number}>Invoice {number}</span>
          <span>{dollars(amount)}</span>
        </li>
      ))}
      {lines.length > LINES_MAX ? (
        <li className={classes.line}>and {lines.length - LINES_MAX} more</li>
      ) : null}
    </ul>
    <p className={classes.total} role="status">
      <span>Total</span> <strong className={classes.sum}>{formatUsd(totalCents)}</strong>
    </p>
  </section>
)
