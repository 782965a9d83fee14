// The steps of a bill from its submission to its payment.

import { PENDING_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import type { readBillTimeline, TimelineStep } from '@invoice-desk/contract/bills/bill-timeline'
import type { ContractorBill } from '@invoice-desk/contract/contractor/contractor'
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { dateAndTime, formatDay } from '../../../shared/text/times.ts'
import { today } from '../../../shared/text/today.ts'
import { dueDateOf, dueDay } from '../bills/bills.ts'
import classes from './bill-timeline.module.css'

const LABELS = {
  received: 'Received',
  sent_for_approval: 'Sent for approval',
  changes_requested: 'Changes requested',
  corrected: 'Changed and sent again',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  paid: 'Paid',
  unpaid: 'Payment undone',
} as const satisfies Record<TimelineStep, string>

type BillTimelineProps = ResponseOf<typeof readBillTimeline> & { readonly bill: ContractorBill }

export const BillTimeline = ({ bill, steps, payment }: BillTimelineProps) => (
  <ol className={classes.steps} aria-label="Timeline">
    {steps.map(({ step, at, text }, place) => (
      <li key={at + step} className="wrap tight">
        <strong>{LABELS[step]}</strong>
        <time className="muted" dateTime={at}>
          {dateAndTime.format(new Date(at))}
        </time>
        {text ? <p className="full-line anywhere pre">{text}</p> : null}
        {step === 'paid' && payment && place === lastPaid(steps) ? (
          <p className="full-line">{paymentText(payment)}</p>
        ) : null}
      </li>
    ))}
    <Upcoming bill={bill} />
  </ol>
)

const lastPaid = (steps: BillTimelineProps['steps']): number =>
  steps.findLastIndex(({ step }) => step === 'paid')

const paymentText = ({ date, reference }: NonNullable<BillTimelineProps['payment']>): string =>
  `Payment date ${formatDay(date)}${reference ? `, reference ${reference}` : ''}`

/** We pay an approved bill on its due date. After that day, we don't know when. */
const Upcoming = ({ bill }: { bill: ContractorBill }) => {
  const { status, dueDate } = bill
  const label =
    status === 'approved' ? 'Expected payment' : PENDING_STATUSES.includes(status) && 'Due'
  if (!label || dueDateOf(bill) < today()) return null
  return (
    <li className="wrap tight" data-upcoming>
      <strong>{label}</strong>
      <span className="muted">{dueDay(dueDate)}</span>
    </li>
  )
}
