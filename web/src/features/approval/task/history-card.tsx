// What happened to a task: who, what, when, and why.
import type { TaskEvent } from '@invoice-desk/contract/approval'
import { formatDate } from '@invoice-desk/contract/dates'
import { Card } from '../../../shared/ui/card.tsx'
import classes from './history-card.module.css'

const WORDS: Readonly<Record<string, string>> = {
  bill_submitted: 'submitted the invoice',
  bill_sent_for_approval: 'told the approvers',
  bill_approved: 'approved the invoice',
  bill_rejected: 'rejected the invoice',
  bill_vendor_changed: 'chose the vendor',
  bill_posted: 'recorded the bill in QuickBooks',
  bill_refused: "couldn't add the bill to QuickBooks",
  bill_found_in_quickbooks: 'found the bill in QuickBooks',
  bill_deleted_in_quickbooks: 'noticed that the bill was deleted in QuickBooks',
  bill_voided_in_quickbooks: 'noticed that the bill was voided in QuickBooks',
  bill_void_done: 'marked the bill as voided in QuickBooks',
  bill_paid: 'noticed the payment in QuickBooks',
  bill_marked_paid: 'marked the invoice as paid',
  bill_unmarked_paid: 'marked the invoice as not paid',
  bill_unpaid_again: 'noticed that the payment was taken back in QuickBooks',
  bill_file_attached: 'attached the file to the bill in QuickBooks',
}

const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

export const HistoryCard = ({ history }: { history: readonly TaskEvent[] }) => (
  <Card>
    <h2 className={classes.heading}>History</h2>
    <ol className={classes.events}>
      {history.map((event) => (
        <li key={`${event.at}-${event.action}`}>
          <time dateTime={event.at}>{dateAndTime.format(new Date(event.at))}</time>
          <p>
            <strong>{event.actor === 'system' ? 'Invoice Desk' : event.actor}</strong>{' '}
            {WORDS[event.action] ?? event.action.replaceAll('_', ' ')}
            {detailOf(event)}
          </p>
          {event.reason ? <p className={classes.reason}>{event.reason}</p> : null}
        </li>
      ))}
    </ol>
  </Card>
)

const detailOf = ({ action, detail }: TaskEvent): string => {
  if (detail === undefined) return ''
  if (action === 'bill_vendor_changed') return ` ${detail}`
  return action === 'bill_marked_paid' ? ` on ${formatDate(detail)}` : ''
}
