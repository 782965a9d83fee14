// On a phone the invoices are longer than the screen: what they add up to stays in view, and the way to pay.
import { formatUsd } from '@invoice-desk/contract/money'
import { Button } from '@mantine/core'
import classes from './phone-total.module.css'

/** The heading of the payment, where this leads to. */
export const PAYMENT_TITLE = 'payment-information'

export const PhoneTotal = ({ totalCents }: { totalCents: number }) => (
  <div className={classes.bar} data-foot-bar>
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
