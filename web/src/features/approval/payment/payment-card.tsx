// Payment of an approved invoice that has no bill in QuickBooks: staff say that it's paid, or take that back.
import type { Task } from '@invoice-desk/contract/approval'
import { formatDate } from '@invoice-desk/contract/dates'
import { useRef } from 'react'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { unmarkTaskPaid } from '../api.ts'
import { type AccountingCheck, accountingStatus } from '../posting/accounting-check.ts'
import classes from './payment-card.module.css'
import { PaymentForm } from './payment-form.tsx'
import { usePaymentChange } from './use-payment-change.ts'

type PaymentCardProps = { readonly task: Task; readonly check: AccountingCheck }

export const PaymentCard = ({ task, check }: PaymentCardProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  if (!task.payment && !isOffered(task, check)) return null
  const showResult = () => heading.current?.focus()
  return (
    <div data-print={task.payment ? undefined : 'never'}>
      <Card>
        <h2 ref={heading} tabIndex={-1} className={classes.heading}>
          {task.payment ? `Paid on ${formatDate(task.payment.date)}` : 'Payment'}
        </h2>
        {task.payment ? (
          <MarkedPaid task={task} payment={task.payment} onDone={showResult} />
        ) : (
          <PaymentForm task={task} onDone={showResult} />
        )}
      </Card>
    </div>
  )
}

/** What has a bill in QuickBooks becomes paid there. */
const isOffered = (task: Task, check: AccountingCheck): boolean => {
  const { match } = accountingStatus(check, task.details)
  const hasNone = task.posting.state === 'none' || task.posting.state === 'failed'
  return task.status.name === 'approved' && hasNone && match !== 'exact' && match !== 'checking'
}

type MarkedPaidProps = {
  readonly task: Task
  readonly payment: NonNullable<Task['payment']>
  readonly onDone: () => void
}

const MarkedPaid = ({ task, payment, onDone }: MarkedPaidProps) => {
  const undo = usePaymentChange(task, () => unmarkTaskPaid(task), 'Marked as not paid.', onDone)
  return (
    <div className={classes.parts}>
      <p>Marked as paid by {payment.markedBy}.</p>
      {payment.note ? <p className={classes.note}>{payment.note}</p> : null}
      {undo.problem ? <Notice tone="negative">{undo.problem}</Notice> : null}
      <div className={classes.undo} data-print="never">
        <BusyButton
          variant="default"
          isBusy={undo.isPending}
          announced="Marking as not paid..."
          onClick={() => undo.mutate()}
        >
          Mark as not paid
        </BusyButton>
        <p className={classes.hint}>
          The contractor was emailed that the invoice is paid. We won't email them if you undo it.
        </p>
      </div>
    </div>
  )
}
