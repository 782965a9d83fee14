// The form that marks an approved invoice as paid.
import { paidDateProblem, type Task } from '@invoice-desk/contract/approval/approval'
import { REASON_LENGTH_MAX, REFERENCE_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import { Group, Stack, Textarea, TextInput } from '@mantine/core'
import { messageOf } from '../../../shared/api/api-error.ts'
import { today } from '../../../shared/text/today.ts'
import { LeaveGuard } from '../../../shared/ui/dialog/leave-guard.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { DraftNotice } from '../../../shared/ui/form/draft-notice.tsx'
import { useRecordForm } from '../../../shared/ui/form/use-record-form.ts'
import { useTaskChange } from '../use-task-change.ts'

export type PaymentFormProps = { readonly task: Task; readonly onDone: () => void }

export const PaymentForm = ({ task, onDone }: PaymentFormProps) => {
  const mark = useTaskChange(task, { success: 'Invoice marked as paid.', onDone })
  const record = useRecordForm({
    name: `payment of ${task.id}`,
    version: undefined,
    values: { paidDate: today(), reference: '', note: '' },
    validate: { paidDate: (date) => paidDateProblem(date, today()) },
    validateInputOnBlur: true,
    save: mark,
    fieldOf: () => undefined,
  })
  const { form } = record
  const reference = form.values.reference.trim()
  const note = form.values.note.trim()
  const submit = record.submit(({ paidDate }) =>
    mark.mutate({ action: 'mark_paid', paidDate, reference, note }),
  )
  return (
    <form noValidate onSubmit={submit}>
      <LeaveGuard active={reference + note !== '' && !mark.isPending} />
      <Stack gap="sm" align="flex-start">
        <p>
          If this invoice was paid outside QuickBooks, mark it as paid. We'll email the contractor.
        </p>
        <DraftNotice draft={record.draft} />
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
          <TextInput
            label="Reference for the contractor (optional)"
            placeholder="Check 1042"
            autoComplete="off"
            maxLength={REFERENCE_LENGTH_MAX}
            flex="1 1 14rem"
            readOnly={mark.isPending}
            {...form.getInputProps('reference')}
          />
          <Textarea
            label="Note for staff (optional)"
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
