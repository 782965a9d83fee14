// What happened to a payment: who, what and when, newest first.
import type { PaymentAttemptDetails } from '@invoice-desk/contract/payments-admin'
import dialog from './attempt-dialog.module.css'
import classes from './attempt-timeline.module.css'
import { momentOf } from './states.ts'

const WORDS: Readonly<Record<string, string>> = {
  payment_begun: 'began the payment',
  payment_reserved: 'read the balances and holds the invoices',
  payment_order_opened: 'opened the order at PayPal',
  payment_confirming: 'asked for the money',
  payment_challenged: 'passed on the bank’s question',
  payment_not_taken: 'could not take the money yet',
  payment_unknown: 'got no answer about the charge',
  payment_captured: 'has the money',
  payment_booking: 'began to book it in QuickBooks',
  payment_booking_refused: 'was refused the booking by QuickBooks',
  payment_booked: 'booked it in QuickBooks',
  payment_failed: 'ended it: nothing was paid',
  payment_cancelled: 'ended it: the payer gave up',
  payment_expired: 'ended it: the time was over',
  payment_needs_review: 'asks staff to look at it',
  payment_refunded: 'noticed a refund at the provider',
  payment_disputed: 'noticed a dispute at the provider',
  payment_checked: 'checked it',
  payment_resolved: 'marked it as resolved',
}

export const AttemptTimeline = ({ events }: Pick<PaymentAttemptDetails, 'events'>) => (
  <section>
    <h3 className={dialog.heading}>History</h3>
    <ol className={classes.events}>
      {events.map((event) => (
        <li key={`${event.at}-${event.action}`}>
          <time dateTime={event.at}>{momentOf(event.at)}</time>
          <p>
            <strong>{event.actor === 'system' ? 'Invoice Desk' : event.actor}</strong>{' '}
            {WORDS[event.action] ?? event.action.replaceAll('_', ' ')}
          </p>
          {event.detail ? <p className={classes.detail}>{event.detail}</p> : null}
        </li>
      ))}
    </ol>
  </section>
)
