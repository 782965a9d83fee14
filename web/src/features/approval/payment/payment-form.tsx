// When an invoice was paid outside QuickBooks, and how.
import { paidDateProblem, type Task } from '@invoice-desk/contract/approval'
import { REASON_LENGTH_MAX } from '@invoice-desk/contract/limits'
import { Textarea, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { today } from '../../../shared/today.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { LeaveGuard } from '../../../shared/ui/leave-guard.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { markTaskPaid } from '../api.ts'
import classes from './payment-card.module.css'
import { usePaymentChange } from './use-payment-change.ts'

type PaymentFormProps = { readonly task: Task; readonly onDone: () => void }

export const PaymentForm = ({ task, onDone }: PaymentFormProps) => {
  const [paidDate, setPaidDate] = useState(today)
  const [note, setNote] = useState('')
  const [wasTried, setTried] = useState(false)
  const dateInput = useRef<HTMLInputElement>(null)
  const wrongDate = paidDateProblem(paidDate, today())
  const payment = { paidDate, note: note.trim() }
  const mark = usePaymentChange(
    task,
    () => markTaskPaid(task, payment),
    'Invoice marked as paid.',
    onDone,
  )
  const submit = () => {
    setTried(true)
    if (wrongDate) dateInput.current?.focus()
    else if (!mark.isPending) mark.mutate()
  }
  return (
    <form
      noValidate
      className={classes.parts}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <LeaveGuard active={payment.note !== '' && !mark.isPending} />
      <p>
        Paid outside QuickBooks? Mark it as paid. We'll email the contractor that the invoice is
        paid.
      </p>
      {mark.problem ? <Notice tone="negative">{mark.problem}</Notice> : null}
      <div className={classes.fields}>
        <TextInput
          ref={dateInput}
          type="date"
          label="Date paid"
          required
          max={today()}
          className={classes.date}
          readOnly={mark.isPending}
          value={paidDate}
          error={wasTried ? wrongDate : undefined}
          onBlur={() => setTried(true)}
          onChange={({ currentTarget }) => setPaidDate(currentTarget.value)}
        />
        <Textarea
          label="Note (optional)"
          placeholder="Check 1042"
          autosize
          maxLength={REASON_LENGTH_MAX}
          className={classes.text}
          readOnly={mark.isPending}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </div>
      <BusyButton
        type="submit"
        variant="default"
        isBusy={mark.isPending}
        announced="Marking as paid..."
      >
        Mark as paid
      </BusyButton>
    </form>
  )
}
