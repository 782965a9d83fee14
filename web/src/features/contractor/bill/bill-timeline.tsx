// The steps of a bill from its submission to its payment.

import { isAccepted, isUndecided } from '@invoice-desk/contract/bill-status'
import type { readBillTimeline, TimelineStep } from '@invoice-desk/contract/bill-timeline'
import type { ContractorBill } from '@invoice-desk/contract/contractor'
import type { ResponseOf } from '@invoice-desk/contract/endpoint'
import { dateAndTime, formatDay } from '../../../shared/times.ts'
import { dueDay } from '../bills/bills.ts'
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
      <li key={at + step}>
        <strong>{LABELS[step]}</strong>
        <time dateTime={at}>{dateAndTime.format(new Date(at))}</time>
        {text ? <p>{text}</p> : null}
        {step === 'paid' && payment && place === lastPaid(steps) ? (
          <p>{paymentText(payment)}</p>
        ) : null}
      </li>
    ))}
    {isExpected(bill) ? (
      <li data-upcoming>
        <strong>Expected payment</strong>
        <span>{dueDay(bill.dueDate)}</span>
      </li>
    ) : null}
  </ol>
)

const lastPaid = (steps: BillTimelineProps['steps']): number =>
  steps.findLastIndex(({ step }) => step === 'paid')

const paymentText = ({ date, reference }: NonNullable<BillTimelineProps['payment']>): string =>
  `Payment date ${formatDay(date)}${reference ? `, reference ${reference}` : ''}`

/** We pay on the due date. */
const isExpected = ({ status }: ContractorBill): boolean =>
  status !== 'paid' && (isAccepted(status) || isUndecided(status))
