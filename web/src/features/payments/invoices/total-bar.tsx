// Where the invoices are longer than the screen, what they add up to stays in view, and the way to pay.
import { formatUsd } from '@invoice-desk/contract/money'
import { Button } from '@mantine/core'
import classes from './total-bar.module.css'

/** The heading of the payment, where this leads to. */
export const PAYMENT_TITLE = 'payment-information'

type TotalBarProps = {
  readonly totalCents: number
  /** On a phone they always are. */
  readonly isLong: boolean
}

export const TotalBar = ({ totalCents, isLong }: TotalBarProps) => (
  <div className={classes.bar} data-long={isLong || undefined} data-foot-bar>
    <p className={classes.total}>
      <span className={classes.label}>Total</span> {formatUsd(totalCents)}
    </p>
    <Button onClick={goToPayment}>Continue</Button>
  </div>
)

const goToPayment = () => {
  const title = document.getElementById(PAYMENT_TITLE)
  title?.focus({ preventScroll: true })
  title?.scrollIntoView({ block: 'start' })
}
