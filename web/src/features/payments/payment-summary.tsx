// What is about to be paid: each invoice, and the sum that is charged.
import { formatUsd } from '@invoice-desk/contract/money'
import type { PaymentLine } from '@invoice-desk/contract/payments'
import { dollars } from './invoices.ts'
import classes from './payment-summary.module.css'

type PaymentSummaryProps = { readonly lines: readonly PaymentLine[]; readonly totalCents: number }

export const PaymentSummary = ({ lines, totalCents }: PaymentSummaryProps) => (
  <section className={classes.summary} aria-label="Summary">
    <ul className={classes.lines}>
      {lines.map(({ id, number, amount }) => (
        <li key={id} className={classes.line}>
          <span className={classes.number}>Invoice {number}</span>
          <span>{dollars(amount)}</span>
        </li>
      ))}
    </ul>
    <p className={classes.total} role="status">
      <span>Total</span> <strong className={classes.sum}>{formatUsd(totalCents)}</strong>
    </p>
  </section>
)
