// What the customer is about to pay: a line for each invoice, and the total.
import { formatDollars, formatUsd } from '@invoice-desk/contract/money'
import type { PaymentLine } from '@invoice-desk/contract/payments'
import { Title } from '@mantine/core'
import classes from './summary.module.css'

type SummaryProps = { readonly lines: readonly PaymentLine[]; readonly totalCents: number }

/** The invoices table lists them all. */
const LINES_MAX = 8

export const Summary = ({ lines, totalCents }: SummaryProps) => (
  <section className={classes.summary} aria-label="Summary">
    <Title order={2} fz="1.25rem">
      Your payment
    </Title>
    <ul className={classes.lines}>
      {lines.slice(0, LINES_MAX).map(({ id, number, amount }) => (
        <li key={id}>
          <span>Invoice {number}</span>
          <span>{formatDollars(amount)}</span>
        </li>
      ))}
      {lines.length > LINES_MAX ? <li>and {lines.length - LINES_MAX} more</li> : null}
    </ul>
    <p className={classes.total} role="status">
      <span>Total</span> <span className="grand-total">{formatUsd(totalCents)}</span>
    </p>
  </section>
)
