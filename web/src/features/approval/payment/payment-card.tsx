// Payment of an approved invoice without a bill in QuickBooks: staff mark it as paid, or undo that.
import { paidDateProblem, type Task } from '@invoice-desk/contract/approval'
import { formatDate } from '@invoice-desk/contract/dates'
import { REASON_LENGTH_MAX } from '@invoice-desk/contract/limits'
import { Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { messageOf } from '../../../shared/api-error.ts'
import { today } from '../../../shared/today.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import { LeaveGuard } from '../../../shared/ui/leave-guard.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { accountingStatus, type CheckedTask } from '../posting/accounting-check.ts'
import { useTaskChange } from '../use-task-change.ts'

type PartProps = { readonly task: Task; readonly onDone: () => void }

export const PaymentCard = ({ task, check }: CheckedTask) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const { match } = accountingStatus(check, task.details)
  // An invoice with a bill in QuickBooks is paid there.
  const canMark = task.actions.includes('mark_paid') && match !== 'exact' && match !== 'checking'
  if (!task.payment && !canMark) return null
  const Part = task.payment ? MarkedPaid : PaymentForm
  return (
    <div data-print={task.payment ? undefined : 'never'}>
      <Card>
        <Title order={2} fz="lg" mb="xs" ref={heading} tabIndex={-1} style={{ outline: 0 }}>
          {task.payment ? `Paid on ${formatDate(task.payment.date)}` : 'Payment'}
        </Title>
        <Part task={task} onDone={() => heading.current?.focus()} />
      </Card>
    </div>
  )
}

const MarkedPaid = ({ task, onDone }: PartProps) => {
  const undo = useTaskChange(task, { success: 'Marked as not paid.', onDone })
  return (
    <Stack gap="sm">
      <p>Marked as paid by {task.payment?.markedBy}.</p>
      {task.payment?.note ? (
        <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {task.payment.note}
        </Text>
      ) : null}
      {undo.error ? <Notice tone="negative">{messageOf(undo.error)}</Notice> : null}
      {task.actions.includes('unmark_paid') ? (
        <Group gap="sm" data-print="never">
          <BusyButton
            variant="default"
            isBusy={undo.isPending}
            announced="Marking as not paid..."
            onClick={() => undo.mutate({ action: 'unmark_paid' })}
          >
            Mark as not paid
          </BusyButton>
          <Text c="var(--ink-soft)" fz="sm">
            We've already emailed the contractor to say the invoice is paid. We won't email them
            again if you undo this.
          </Text>
        </Group>
      ) : null}
    </Stack>
  )
}

const PaymentForm = ({ task, onDone }: PartProps) => {
  const form = useForm({
    initialValues: { paidDate: today(), note: '' },
    validate: { paidDate: (date) => paidDateProblem(date, today()) },
    validateInputOnBlur: true,
  })
  const note = form.values.note.trim()
  const mark = useTaskChange(task, { success: 'Invoice marked as paid.', onDone })
  const submit = form.onSubmit(
    ({ paidDate }) => {
      if (!mark.isPending) mark.mutate({ action: 'mark_paid', paidDate, note })
    },
    () => form.getInputNode('paidDate')?.focus(),
  )
  return (
    <form noValidate onSubmit={submit}>
      <LeaveGuard active={note !== '' && !mark.isPending} />
      <Stack gap="sm" align="flex-start">
        <p>
          If this invoice was paid outside QuickBooks, mark it as paid. We'll email the contractor.
        </p>
        {mark.error ? <Notice tone="negative">{messageOf(mark.error)}</Notice> : null}
        <Group w="100%" align="flex-start">
          <TextInput
            type="date"
            label="Date paid"
            required
            max={today()}
            flex="0 1 11rem"
            readOnly={mark.isPending}
            {...form.getInputProps('paidDate')}
          />
          <Textarea
            label="Note (optional)"
            placeholder="Check 1042"
            autosize
            maxLength={REASON_LENGTH_MAX}
            flex="1 1 14rem"
            readOnly={mark.isPending}
            {...form.getInputProps('note')}
          />
        </Group>
        <BusyButton
          type="submit"
          variant="default"
          isBusy={mark.isPending}
          announced="Marking as paid..."
        >
          Mark as paid
        </BusyButton>
      </Stack>
    </form>
  )
}
